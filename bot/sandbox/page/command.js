// A slash command being filled in: one field an option, with choices, people, places and live suggestions.

import { fill, h, iconButton, nameOf } from './dom.js';
import { icon } from './icons.js';
import { packed } from './socket.js';

const [STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT] = [3, 4, 5, 6, 7, 8, 9, 10, 11];
const PAUSE = 120;

export class CommandForm {
  constructor(leaf, column, suggestions, done) {
    this.leaf = leaf;
    this.column = column;
    this.suggestions = suggestions;
    this.done = done;
    this.fields = new Map();
    this.options = leaf.node.options || [];
    this.row = h('div', { class: 'options-row' });
    this.more = h('div', { class: 'more' });
    this.wrong = h('p', { class: 'wrong', role: 'alert', hidden: true });
    const { words } = column;
    this.element = h(
      'div',
      { class: 'command', role: 'group', 'aria-label': leaf.title, onkeydown: (event) => this.key(event) },
      h(
        'div',
        { class: 'command-head' },
        h('strong', { class: 'command-name', tabindex: '-1' }, leaf.title),
        h('span', { class: 'small' }, leaf.detail),
        iconButton(icon('close'), words.cancel, () => this.done()),
        iconButton(icon('send'), words.send, null, { type: 'button', class: 'icon send', onclick: () => this.send() }),
      ),
      this.row,
      this.more,
      this.wrong,
    );
    this.options.filter((each) => each.required).forEach((each) => this.add(each));
    this.drawMore();
  }

  begin() {
    const first = [...this.fields.values()][0];
    if (first) first.box.focus();
    else this.element.querySelector('.send').focus();
  }

  key(event) {
    if (event.key === 'Escape' && !this.suggestions.open) this.done();
  }

  add(option) {
    const field = { option, value: undefined };
    const file = option.type === ATTACHMENT;
    field.box = h('input', {
      type: file ? 'file' : 'text',
      role: file ? null : 'combobox',
      autocomplete: 'off',
      spellcheck: 'false',
      inputmode: option.type === INTEGER ? 'numeric' : null,
      'aria-label': `${option.shown_name} – ${option.shown_description}`,
      'aria-controls': file ? null : this.suggestions.id,
      title: option.shown_description,
      'data-option': option.name,
      onfocus: () => this.offer(field),
      oninput: () => {
        field.value = undefined;
        this.offer(field, PAUSE);
      },
      onblur: () => this.suggestions.hide(),
      onkeydown: (event) => this.fieldKey(event, field),
    });
    this.fields.set(option.name, field);
    const label = h('label', { class: 'option-field' }, h('span', {}, option.shown_name, option.required ? ' *' : ''), field.box);
    this.row.append(label);
    this.drawMore();
    return field;
  }

  drawMore() {
    const left = this.options.filter((each) => !this.fields.has(each.name));
    fill(
      this.more,
      left.map((each) =>
        h('button', { type: 'button', class: 'chip', title: each.shown_description, onclick: () => this.add(each).box.focus() }, icon('plus'), each.shown_name),
      ),
    );
  }

  fieldKey(event, field) {
    if (this.suggestions.steer(event)) {
      event.stopPropagation();
      return;
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!field.waiting && !this.next(field)) this.send();
  }

  next(field) {
    const rest = [...this.fields.values()];
    const following = rest.slice(rest.indexOf(field) + 1).find((each) => each.option.required && !each.box.value);
    following?.box.focus();
    return Boolean(following);
  }

  take(field, label, value) {
    field.box.value = label;
    field.value = value;
    if (!this.next(field)) field.box.focus();
    this.suggestions.hide();
  }

  async offer(field, pause = 0) {
    const { words } = this.column;
    const typed = field.box.value;
    const show = (items, empty = words.noChoices) =>
      this.suggestions.show(
        items.map((each) => ({ ...each, take: () => this.take(field, each.label, each.value) })),
        { title: `${field.option.shown_name} – ${field.option.shown_description}`, empty, field: field.box },
      );
    if (!field.option.autocomplete) {
      const items = this.known(field.option);
      if (items) show(items.filter((each) => each.label.toLowerCase().includes(typed.toLowerCase())));
      else this.suggestions.hide();
      return;
    }
    field.asked = (field.asked || 0) + 1;
    const mine = field.asked;
    // What was suggested for other letters must not be taken for these: the list is empty until the answer comes.
    field.waiting = true;
    show([], words.loading);
    await new Promise((wait) => setTimeout(wait, pause));
    if (mine !== field.asked) return;
    const facts = { channel: this.column.place.id, command: this.leaf.root.id, options: this.nest(this.given(field)) };
    const answer = await this.column.act('complete', facts);
    if (mine !== field.asked) return;
    field.waiting = false;
    if (document.activeElement !== field.box) return;
    show((answer.choices || []).map((each) => ({ label: each.name, value: each.value })));
  }

  known(option) {
    const { state, words } = this.column;
    const people = state.people.map((each) => ({ label: nameOf(each), detail: `@${each.username}`, value: each.id }));
    const roles = state.roles.map((each) => ({ label: each.name, value: each.id }));
    const kinds = option.channel_types?.length ? option.channel_types : null;
    const places = state.channels
      .filter((each) => each.type !== 1 && (!kinds || kinds.includes(each.type)))
      .map((each) => ({ label: each.name, value: each.id }));
    const lists = {
      [USER]: people,
      [ROLE]: roles,
      [MENTIONABLE]: [...people, ...roles],
      [CHANNEL]: places,
      [BOOLEAN]: [
        { label: words.yes, value: true },
        { label: words.no, value: false },
      ],
    };
    if (option.choices?.length) return option.choices.map((each) => ({ label: each.shown_name, value: each.value }));
    return lists[option.type] || null;
  }

  /** A field's value as the bot gets it; undefined if it is empty, null if it cannot be read. */
  value(field) {
    const typed = field.box.value.trim();
    if (field.value !== undefined) return field.value;
    if (!typed) return undefined;
    const known = this.known(field.option);
    if (known) return known.find((each) => each.label.toLowerCase() === typed.toLowerCase())?.value ?? null;
    if (field.option.type === STRING) return typed;
    const number = Number(typed.replace(',', '.'));
    const whole = field.option.type !== INTEGER || Number.isInteger(number);
    return Number.isNaN(number) || !whole || ![INTEGER, NUMBER].includes(field.option.type) ? null : number;
  }

  given(focused = null) {
    const found = [];
    for (const [name, field] of this.fields) {
      const value = this.value(field);
      if (field === focused) found.push({ name, value: field.box.value, focused: true });
      else if (value !== undefined && value !== null && field.option.type !== ATTACHMENT) found.push({ name, value });
    }
    return found;
  }

  nest(options) {
    return [...this.leaf.path].reverse().reduce((inner, name) => [{ name, options: inner }], options);
  }

  async send() {
    const { column } = this;
    const files = [];
    const given = this.given();
    for (const [name, field] of this.fields) {
      if (field.option.type === ATTACHMENT && field.box.files[0]) {
        given.push({ name, value: files.length });
        files.push(await packed(field.box.files[0]));
      } else {
        const fault = this.fault(field);
        if (fault) {
          this.wrong.hidden = false;
          fill(this.wrong, `${field.option.shown_name} – ${fault}`);
          field.box.focus();
          return;
        }
      }
    }
    const facts = { channel: column.place.id, command: this.leaf.root.id, options: this.nest(given), files };
    column.notes.delete(column.place.id);
    this.done();
    column.act('command', facts, { label: this.leaf.title });
  }

  fault(field) {
    const { words } = this.column;
    const value = this.value(field);
    const { option } = field;
    if (value === undefined) return option.required ? words.required : null;
    if (value === null) return words.notOffered;
    const low = option.min_value ?? option.min_length ?? -Infinity;
    const high = option.max_value ?? option.max_length ?? Infinity;
    const size = typeof value === 'string' ? value.length : value;
    const counted = [STRING, INTEGER, NUMBER].includes(option.type) && !option.choices?.length;
    return counted && (size < low || size > high) ? words.between(low, high) : null;
  }
}
