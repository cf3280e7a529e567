// Discord's timestamps <t:…:R>: they count by themselves, in the reader's language, on the sandbox's clock.

import { h } from './dom.js';

let ahead = 0;

/** The sandbox's clock, which a test may have pushed forward. */
export function setNow(seconds) {
  ahead = seconds - Date.now() / 1000;
}

const FORMATS = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};
const STEPS = [
  ['year', 31557600],
  ['month', 2629800],
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

function relative(unix, locale) {
  const away = unix - (Date.now() / 1000 + ahead);
  const [unit, size] = STEPS.find(([, each]) => Math.abs(away) >= each) || STEPS[5];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(away / size), unit);
}

function written(unix, style, locale) {
  if (style === 'R') return relative(unix, locale);
  return new Intl.DateTimeFormat(locale, FORMATS[style] || FORMATS.f).format(unix * 1000);
}

/** A timestamp as text markup asks for it. */
export function timestamp(unix, style, locale) {
  const moment = new Date(unix * 1000);
  if (Number.isNaN(moment.getTime())) return String(unix);
  return h(
    'time',
    {
      class: 'timestamp',
      datetime: moment.toISOString(),
      title: written(unix, 'F', locale),
      'data-unix': unix,
      'data-style': style,
      'data-locale': locale,
    },
    written(unix, style, locale),
  );
}

/** The small time beside a message. */
export function clockTime(stamp, locale) {
  const moment = new Date(stamp);
  const text = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(moment);
  return h('time', { class: 'said', datetime: stamp, title: written(moment / 1000, 'F', locale) }, text);
}

setInterval(() => {
  for (const each of document.querySelectorAll('time[data-style="R"]')) {
    const text = relative(Number(each.dataset.unix), each.dataset.locale);
    if (each.textContent !== text) each.textContent = text;
  }
}, 500);
