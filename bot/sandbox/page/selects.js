// Select menus: a button that opens a list; one click chooses, several are confirmed. Arrow keys, Enter and Escape work.

import { h, nameOf } from './dom.js';
import { icon } from './icons.js';
import { emojiImage } from './markdown.js';

const [STRING, USER, ROLE, MENTIONABLE, CHANNEL] = [3, 5, 6, 7, 8];

/** What a select offers: value, label, description, emoji, and whether it is chosen at first. */
export function offered(data, ctx) {
  if (data.type === STRING) return data.options.map((each) => ({ ...each, chosen: each.default || false }));
  const defaults = new Set((data.default_values || []).map((each) => each.id));
  const people = ctx.people().map((each) => ({ value: each.id, label: nameOf(each), description: `@${each.username}` }));
  const roles = ctx.roles().map((each) => ({ value: each.id, label: `@${each.name.replace(/^@/, '')}` }));
  const kinds = data.channel_types?.length ? data.channel_types : null;
  const places = ctx
    .channels()
    .filter((each) => each.type !== 1 && (!kinds || kinds.includes(each.type)))
    .map((each) => ({ value: each.id, label: `# ${each.name}` }));
  const lists = { [USER]: people, [ROLE]: roles, [MENTIONABLE]: [...people, ...roles], [CHANNEL]: places };
  return lists[data.type].map((each) => ({ ...each, chosen: defaults.has(each.value) }));
}

/** A select in a message. */
export function select(data, ctx) {
  return menu(data, ctx, { onchoose: (values) => ctx.use(data.custom_id, values) });
}

/** A select anywhere; `keep` leaves what was chosen on the button (in modals). */
export function menu(data, ctx, { onchoose, keep = false }) {
  let options = offered(data, ctx);
  const chosen = new Set(options.filter((each) => each.chosen).map((each) => each.value));
  const several = (data.max_values ?? 1) > 1 || data.min_values === 0;
  const root = h('div', { class: 'select' });
  const title = () => {
    const labels = options.filter((each) => chosen.has(each.value)).map((each) => each.label);
    return labels.length ? labels.join(', ') : data.placeholder || ctx.words.choose;
  };
  const label = h('span', { class: 'label' }, title());
  const head = h(
    'button',
    {
      type: 'button',
      class: 'select-head',
      disabled: data.disabled || false,
      'aria-haspopup': 'listbox',
      'aria-expanded': 'false',
      'data-custom-id': data.custom_id,
      onclick: () => (root.querySelector('.select-list') ? close() : open()),
    },
    label,
    icon('down'),
  );
  root.append(head);

  const close = () => {
    root.querySelector('.select-list')?.remove();
    head.setAttribute('aria-expanded', 'false');
  };
  const finish = () => {
    close();
    head.focus();
    if (keep) label.textContent = title();
    onchoose(options.map((each) => each.value).filter((each) => chosen.has(each)));
  };
  const toggle = (value, row) => {
    if (!several) {
      chosen.clear();
      chosen.add(value);
      finish();
      return;
    }
    if (chosen.has(value)) chosen.delete(value);
    else if (chosen.size < (data.max_values ?? 1)) chosen.add(value);
    row.setAttribute('aria-selected', String(chosen.has(value)));
  };

  function open() {
    options = offered(data, ctx);
    const rows = options.map((each) => {
      const row = h(
        'button',
        {
          type: 'button',
          role: 'option',
          class: 'option',
          'aria-selected': String(chosen.has(each.value)),
          'data-value': each.value,
          onclick: () => toggle(each.value, row),
        },
        emojiImage(each.emoji),
        h('span', { class: 'option-text' }, h('span', {}, each.label), each.description ? h('small', {}, each.description) : null),
        several ? h('span', { class: 'tick', 'aria-hidden': 'true' }) : null,
      );
      return row;
    });
    const confirm = several
      ? h('button', { type: 'button', class: 'button primary', onclick: () => chosen.size >= (data.min_values ?? 1) && finish() }, ctx.words.ok)
      : null;
    const box = h('div', { class: 'options', role: 'listbox', 'aria-multiselectable': String(several) }, rows);
    const search = options.length > 8 ? searchBox(rows, ctx) : null;
    const list = h('div', { class: 'select-list', onkeydown: (event) => steer(event, rows, close, head) }, search, box, confirm);
    root.append(list);
    head.setAttribute('aria-expanded', 'true');
    (search || rows[0])?.focus();
    list.scrollIntoView({ block: 'nearest' });
  }

  return root;
}

function searchBox(rows, ctx) {
  return h('input', {
    type: 'search',
    placeholder: ctx.words.search,
    'aria-label': ctx.words.search,
    oninput: ({ target }) => {
      for (const each of rows) each.hidden = !each.textContent.toLowerCase().includes(target.value.toLowerCase());
    },
  });
}

function steer(event, rows, close, head) {
  const shown = rows.filter((each) => !each.hidden);
  const at = shown.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    shown[(at + step + shown.length) % shown.length]?.focus();
  } else if (event.key === 'Escape') {
    event.stopPropagation();
    close();
    head.focus();
  }
}
