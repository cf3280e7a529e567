// The page: how many people sit side by side, which, in what light and language.

import { Column } from './column.js';
import { arrange, fill, h, iconButton } from './dom.js';
import { icon } from './icons.js';
import { LANGUAGES } from './words.js';

const columns = [];
let world = { people: [], hints: [], poster: false, restart: false };
let online = false;

const stored = (key, otherwise) => localStorage.getItem(key) || otherwise;
const language = () => stored('language', navigator.language.startsWith('fr') ? 'fr' : 'en');
const dark = () => stored('theme', matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark') === 'dark';

function chosen() {
  const asked = new URLSearchParams(location.search).get('people');
  const names = (asked ?? stored('people', '')).split(',').filter(Boolean);
  const known = names.map((name) => world.people.find((each) => [each.id, each.username].includes(name))).filter(Boolean);
  if (known.length) return known.map((each) => each.id).slice(0, 4);
  const room = innerWidth < 720 ? 1 : innerWidth < 1100 ? 2 : 3;
  return world.people.slice(1, 1 + room).map((each) => each.id);
}

function remember() {
  const name = (id) => world.people.find((each) => each.id === id)?.username || id;
  localStorage.setItem('people', columns.map((each) => name(each.person)).join(','));
  if (location.search) history.replaceState(null, '', location.pathname);
}

function seat(person, index) {
  const column = new Column(person, {
    world: () => world,
    onbot: (here) => {
      online = here;
      drawBar();
    },
    onperson: (other) => {
      columns[index].close();
      columns[index] = seat(other, index);
      place();
      remember();
    },
  });
  column.person = person;
  return column;
}

function place() {
  const main = document.querySelector('#columns');
  main.dataset.count = columns.length;
  arrange(main, columns.map((each) => each.element));
}

function show(count) {
  while (columns.length > count) columns.pop().close();
  while (columns.length < count) {
    const taken = new Set(columns.map((each) => each.person));
    const next = [...world.people.slice(1), world.people[0]].find((each) => !taken.has(each.id));
    columns.push(seat(next.id, columns.length));
  }
  place();
  remember();
  drawBar();
}

function drawBar() {
  const words = LANGUAGES[language()];
  document.documentElement.lang = language();
  document.documentElement.dataset.theme = dark() ? 'dark' : 'light';
  document.title = `Tablée · ${words.title}`;
  const counts = [1, 2, 3, 4].map((count) =>
    h('button', { type: 'button', 'aria-pressed': String(columns.length === count), onclick: () => show(count) }, count),
  );
  const flip = (key, value) => () => {
    localStorage.setItem(key, value);
    drawBar();
  };
  fill(
    document.querySelector('#bar'),
    h('img', { src: '/page/icon.svg', alt: '', width: 24, height: 24 }),
    h('h1', {}, 'Tablée', h('span', {}, ` · ${words.title}`)),
    h('p', { class: online ? 'bot online' : 'bot', role: 'status', title: online ? words.botOnline : words.botOffline }, h('span', {}, online ? words.botOnline : words.botOffline)),
    h('div', { class: 'counts', role: 'group', 'aria-label': words.people, title: words.people }, counts),
    world.restart
      ? iconButton(icon('restart'), words.restart, () => fetch('/restart-bot', { method: 'POST' }), { class: 'icon restart' })
      : null,
    iconButton(icon(dark() ? 'sun' : 'moon'), words.theme, flip('theme', dark() ? 'light' : 'dark')),
    iconButton(language() === 'fr' ? 'EN' : 'FR', words.language, flip('language', language() === 'fr' ? 'en' : 'fr')),
  );
}

async function begin() {
  drawBar();
  world = await (await fetch('/cast')).json();
  chosen().forEach((each, index) => columns.push(seat(each, index)));
  place();
  drawBar();
}

begin();
