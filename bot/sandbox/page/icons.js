// The page's own small drawings, so that it looks the same where no emoji font is installed.

const SVG = 'http://www.w3.org/2000/svg';
const PATHS = {
  plus: 'M8 2.5v11M2.5 8h11',
  send: 'M2.5 13.5 14 8 2.5 2.5 4.5 8l-2 5.5M4.5 8H9',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  bin: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9M6.7 7v4M9.3 7v4',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  thread: 'M2.5 3h11v7.5H7L4 13.5v-3H2.5ZM5 5.7h6M5 8h4',
  file: 'M4 1.8h5L12.5 5v9.2H4ZM9 1.8V5h3.5',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13',
  moon: 'M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1Z',
  down: 'M4 6l4 4 4-4',
  restart: 'M13 8a5 5 0 1 1-1.6-3.7M13.2 1.8v3.4H9.8',
  reply: 'M3 13V8.5A2.5 2.5 0 0 1 5.5 6H13M10 3l3 3-3 3',
};

/** A drawing, sized like the text around it. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [key, value] of Object.entries({ viewBox: '0 0 16 16', class: 'drawing', 'aria-hidden': 'true' })) svg.setAttribute(key, value);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
