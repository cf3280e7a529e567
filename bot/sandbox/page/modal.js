// A modal the bot has opened: a dialog with its fields, sent when filled in.

import { fill, h } from './dom.js';
import { markdown } from './markdown.js';
import { menu } from './selects.js';
import { packed } from './socket.js';

const [TEXT_INPUT, UPLOAD, RADIO, CHECKBOXES, CHECKBOX] = [4, 19, 21, 22, 23];

/** Show the modal of this answer to the column's person. */
export function openModal(answer, column) {
  const ctx = column.context();
  const { words } = column;
  const fields = new Map();
  const wrong = h('p', { class: 'wrong', role: 'alert', hidden: true });
  const form = h(
    'form',
    {
      onsubmit: async (event) => {
        event.preventDefault();
        const { answers, files } = await gather(fields);
        dialog.classList.add('busy');
        const result = await column.act('submit', { interaction: answer.id, answers, files }, { label: answer.modal.title });
        dialog.classList.remove('busy');
        if (result.outcome === 'refused' || result.outcome === 'failed') {
          fill(wrong, result.outcome === 'failed' ? words.failed : explain(result));
          wrong.hidden = false;
        } else {
          close();
        }
      },
    },
    h('h2', {}, answer.modal.title),
    answer.modal.components.map((each) => part(each, fields, ctx)),
    wrong,
    h(
      'div',
      { class: 'modal-buttons' },
      h('button', { type: 'button', class: 'button secondary', onclick: () => close() }, words.cancel),
      h('button', { type: 'submit', class: 'button primary' }, words.submit),
    ),
  );
  // Not modal for the whole page: the people in the other columns play on. Their own column waits.
  const behind = [column.list, column.composer.element, column.head];
  const close = () => {
    behind.forEach((each) => each.removeAttribute('inert'));
    dialog.remove();
    column.composer.box.focus();
  };
  const dialog = h(
    'div',
    {
      class: 'veil',
      role: 'dialog',
      'aria-modal': 'true',
      'aria-label': answer.modal.title,
      onkeydown: (event) => event.key === 'Escape' && close(),
    },
    h('div', { class: 'modal' }, form),
  );
  behind.forEach((each) => each.setAttribute('inert', ''));
  column.element.append(dialog);
  form.querySelector('input, textarea, button')?.focus();
}

function explain(refused) {
  const said = [];
  const walk = (node) => {
    for (const [key, each] of Object.entries(node || {})) {
      if (key === '_errors') said.push(...each.map((error) => error.message));
      else if (typeof each === 'object') walk(each);
    }
  };
  walk(refused.errors);
  return said.join(' ') || refused.message;
}

async function gather(fields) {
  const answers = {};
  const files = [];
  for (const [name, read] of fields) {
    const value = await read(files);
    if (value !== null) answers[name] = value;
  }
  return { answers, files };
}

function part(data, fields, ctx) {
  if (data.type === 10) return markdown(data.content, ctx);
  const inner = data.component || data.components[0];
  const id = `field-${inner.custom_id}-${Math.random().toString(36).slice(2)}`;
  const optional = inner.required === false || inner.type === CHECKBOX;
  return h(
    'div',
    { class: 'modal-field' },
    h('label', { for: id }, data.label || inner.label, optional ? null : h('span', { class: 'star', 'aria-hidden': 'true' }, ' *')),
    data.description ? h('small', {}, data.description) : null,
    control(inner, id, fields, ctx),
  );
}

function control(data, id, fields, ctx) {
  const put = (read) => fields.set(data.custom_id, read);
  if (data.type === TEXT_INPUT) {
    const box = h(data.style === 2 ? 'textarea' : 'input', {
      id,
      name: data.custom_id,
      value: data.value || '',
      placeholder: data.placeholder,
      required: data.required !== false,
      minlength: data.min_length,
      maxlength: data.max_length || 4000,
      rows: data.style === 2 ? 4 : null,
      autocomplete: 'off',
    });
    put(() => box.value);
    return box;
  }
  if (data.type === UPLOAD) {
    const box = h('input', { id, type: 'file', multiple: (data.max_values ?? 1) > 1 });
    put(async (files) => {
      const first = files.length;
      for (const each of box.files) files.push(await packed(each));
      return [...box.files].map((_, index) => first + index);
    });
    return box;
  }
  if (data.type === CHECKBOX) {
    const box = h('input', { id, type: 'checkbox', checked: data.default || false });
    put(() => box.checked);
    return box;
  }
  if (data.type === RADIO || data.type === CHECKBOXES) return boxes(data, id, put);
  let chosen = (data.options || []).filter((each) => each.default).map((each) => each.value);
  chosen = chosen.concat((data.default_values || []).map((each) => each.id));
  put(() => chosen);
  const list = menu(data, ctx, { keep: true, onchoose: (values) => (chosen = values) });
  list.querySelector('.select-head').id = id;
  return list;
}

function boxes(data, id, put) {
  const kind = data.type === RADIO ? 'radio' : 'checkbox';
  const inputs = data.options.map((each) => h('input', { type: kind, name: id, value: each.value, checked: each.default || false }));
  const values = () => inputs.filter((each) => each.checked).map((each) => each.value);
  put(() => (data.type === RADIO ? values()[0] ?? null : values()));
  return h(
    'div',
    { class: 'boxes', role: kind === 'radio' ? 'radiogroup' : 'group' },
    data.options.map((each, index) =>
      h('label', {}, inputs[index], h('span', {}, each.label, each.description ? h('small', {}, each.description) : null)),
    ),
  );
}
