// Making elements. Nothing here ever parses HTML: what people and bots write stays text.

/** An element with attributes, listeners (on…) and children; null and false children are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'vars') for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
    else if (name in PROPERTIES) element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false));
  return element;
}

const PROPERTIES = { value: 1, checked: 1, hidden: 1, disabled: 1, selected: 1 };

/** Replace what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((each) => each !== null && each !== false));
  return element;
}

/** Make an element hold exactly these children, moving only what has to move: focus and open lists stay. */
export function arrange(parent, ...children) {
  const wanted = children.flat(Infinity).filter((each) => each !== null && each !== false);
  const kept = new Set(wanted);
  let at = parent.firstChild;
  const skip = () => {
    while (at && !kept.has(at)) {
      const next = at.nextSibling;
      at.remove();
      at = next;
    }
  };
  for (const each of wanted) {
    skip();
    if (each === at) at = at.nextSibling;
    else parent.insertBefore(each, at);
  }
  skip();
}

/** A round picture with somebody's initial, in a colour of their own. */
export function avatar(user, size = '') {
  const name = user.global_name || user.username;
  const hue = user.bot ? 36 : ([...name].reduce((sum, each) => sum + each.codePointAt(0), 0) * 103) % 360;
  return h('span', { class: `avatar ${size}`, 'aria-hidden': 'true', vars: { '--hue': hue } }, [...name][0] || '?');
}

/** What others call somebody. */
export function nameOf(user) {
  return user ? user.global_name || user.username : '?';
}

/** A button with a drawing instead of words; the words are for those who cannot see it. */
export function iconButton(icon, label, onclick, more = {}) {
  return h('button', { type: 'button', class: 'icon', title: label, 'aria-label': label, onclick, ...more }, icon);
}
