// A list of suggestions over a text field: arrows move, Enter or Tab takes, Escape closes.

import { fill, h } from './dom.js';

let made = 0;

export class Suggestions {
  constructor() {
    this.items = [];
    this.at = 0;
    this.id = `suggestions-${(made += 1)}`;
    this.element = h('div', { class: 'suggestions', role: 'listbox', id: this.id, hidden: true });
  }

  get open() {
    return !this.element.hidden;
  }

  /** Show these: { label, detail, take }; `empty` is said when there are none. */
  show(items, { title = '', empty = '', field = null } = {}) {
    this.items = items;
    this.at = 0;
    this.field = field;
    this.element.hidden = false;
    this.element.setAttribute('aria-label', title);
    const rows = items.map((each, index) =>
      h(
        'div',
        {
          role: 'option',
          id: `${this.id}-${index}`,
          class: 'suggestion',
          onpointerdown: (event) => event.preventDefault(),
          onclick: () => each.take(),
        },
        h('span', { class: 'suggestion-label' }, each.label),
        each.detail ? h('span', { class: 'suggestion-detail' }, each.detail) : null,
      ),
    );
    fill(this.element, title ? h('p', { class: 'suggestions-title' }, title) : null, rows, items.length ? null : h('p', { class: 'small' }, empty));
    this.mark();
  }

  hide() {
    this.element.hidden = true;
    this.items = [];
    this.field?.removeAttribute('aria-activedescendant');
  }

  mark() {
    this.element.querySelectorAll('.suggestion').forEach((each, index) => {
      each.setAttribute('aria-selected', String(index === this.at));
      if (index === this.at) each.scrollIntoView({ block: 'nearest' });
    });
    if (this.items.length) this.field?.setAttribute('aria-activedescendant', `${this.id}-${this.at}`);
  }

  /** Whether a key was for the list. */
  steer(event) {
    if (!this.open) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.items.length) {
      this.at = (this.at + step + this.items.length) % this.items.length;
      this.mark();
    } else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && this.items.length) {
      this.items[this.at].take();
    } else if (event.key === 'Escape') {
      this.hide();
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }
}
