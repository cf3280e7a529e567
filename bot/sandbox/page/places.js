// Where one can be: channels with their threads, and direct conversations; with what is unread.

import { avatar, fill, h, nameOf } from './dom.js';
import { icon } from './icons.js';

/** What a place is called, with its sign. */
export function placeName(place) {
  if (place.type === 1) return `@ ${nameOf(place.recipients[0])}`;
  return place.thread_metadata ? place.name : `# ${place.name}`;
}

export class Places {
  constructor(column) {
    this.column = column;
    this.unread = new Map();
    this.element = h('nav', { class: 'places', hidden: true });
  }

  /** The button that shows where one is and opens the list. */
  button(name) {
    const total = [...this.unread.values()].reduce((sum, each) => sum + each.count, 0);
    const called = [...this.unread.values()].some((each) => each.called);
    this.head = h(
      'button',
      {
        type: 'button',
        class: 'place-head',
        title: this.column.words.places,
        'aria-expanded': String(!this.element.hidden),
        onclick: () => this.toggle(),
      },
      this.column.place?.thread_metadata ? icon('thread') : null,
      h('span', { class: 'place-name' }, name),
      total ? h('span', { class: called ? 'count called' : 'count', 'aria-label': this.column.words.unread(total) }, total) : null,
      icon('down'),
    );
    return this.head;
  }

  toggle(open = this.element.hidden) {
    this.element.hidden = !open;
    this.head.setAttribute('aria-expanded', String(open));
    if (open) this.element.querySelector('[aria-current], button')?.focus();
  }

  mark(id, called) {
    const known = this.unread.get(id) || { count: 0, called: false };
    this.unread.set(id, { count: known.count + 1, called: known.called || called });
    this.refresh();
  }

  read(id) {
    this.unread.delete(id);
    this.element.hidden = true;
    this.refresh();
  }

  refresh() {
    this.column.drawHead();
    this.draw();
  }

  draw() {
    const { words, state } = this.column;
    const { channels, people, me } = state;
    const rooms = channels.filter((each) => each.type !== 1 && !each.thread_metadata);
    const threads = channels.filter((each) => each.thread_metadata);
    const of = (room) => threads.filter((each) => each.parent_id === room.id && (!each.thread_metadata.archived || each.joined));
    const direct = channels.filter((each) => each.type === 1);
    const talked = new Set(direct.map((each) => each.recipients[0]?.id));
    fill(
      this.element,
      h('h3', {}, words.channels),
      rooms.map((each) => [this.row(each), of(each).map((thread) => this.row(thread, 'thread'))]),
      h('h3', {}, words.direct),
      direct.map((each) => this.row(each)),
      people
        .filter((each) => each.id !== me.id && !talked.has(each.id))
        .map((each) =>
          h('button', { type: 'button', class: 'place', onclick: () => this.write(each.id) }, avatar(each, 'tiny'), nameOf(each)),
        ),
    );
    this.element.onkeydown = (event) => {
      if (event.key === 'Escape') {
        this.toggle(false);
        this.head.focus();
      }
    };
  }

  row(place, kind = '') {
    const unread = this.unread.get(place.id);
    const asleep = place.thread_metadata?.archived ? ` (${this.column.words.archived})` : '';
    return h(
      'button',
      {
        type: 'button',
        class: `place ${kind} ${unread ? 'unread' : ''}`,
        'aria-current': place.id === this.column.place?.id ? 'page' : null,
        'data-place': place.id,
        onclick: () => this.column.open(place.id),
      },
      place.type === 1 ? avatar(place.recipients[0], 'tiny') : h('span', { class: 'sign', 'aria-hidden': 'true' }, kind ? '↳' : '#'),
      h('span', { class: 'place-name' }, (place.type === 1 ? nameOf(place.recipients[0]) : place.name) + asleep),
      unread ? h('span', { class: unread.called ? 'count called' : 'count' }, unread.count) : null,
    );
  }

  async write(user) {
    const { channel_id: id } = await this.column.socket.ask('write_to', { user });
    // The new conversation arrives in the list of places just before or after this answer.
    for (let tries = 0; tries < 20 && !this.column.state.channels.some((each) => each.id === id); tries += 1) {
      await new Promise((done) => setTimeout(done, 50));
    }
    this.column.open(id);
  }
}
