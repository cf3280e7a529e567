// One person's column: who they are, where they are, what they see and what they do.

import { Composer } from './composer.js';
import { arrange, avatar, fill, h, iconButton, nameOf } from './dom.js';
import { calls, message, notice } from './message.js';
import { openModal } from './modal.js';
import { Places, placeName } from './places.js';
import { Socket } from './socket.js';
import { setNow } from './times.js';
import { wordsFor } from './words.js';

const MANAGE_MESSAGES = 1n << 13n;
const DISMISSED_LIMIT = 200;

export class Column {
  /** `onperson` is called when somebody else is chosen; `world` gives the content of the welcome. */
  constructor(person, { onperson, world, onbot }) {
    this.options = { onperson, world, onbot };
    this.messages = new Map();
    this.loaded = new Set();
    this.dismissed = new Set(JSON.parse(localStorage.getItem('dismissed') || '[]'));
    this.notes = new Map();
    this.pending = new Map();
    this.drawn = new Map();
    this.state = { people: [], channels: [], roles: [], me: null };
    this.online = false;
    this.nonce = 0;
    this.head = h('header', { class: 'column-head' });
    this.list = h('div', { class: 'messages', tabindex: '0', role: 'log' });
    this.places = new Places(this);
    this.composer = new Composer(this);
    this.element = h('section', { class: 'column' }, this.head, this.places.element, this.list, this.composer.element);
    this.socket = new Socket(person, (name, data) => this.hear(name, data));
  }

  close() {
    this.socket.close();
    this.element.remove();
  }

  // what comes

  hear(name, data) {
    const known = {
      HELLO: () => this.begin(data),
      PLACES: () => this.settle(data),
      BOT: () => this.seeBot(data.online),
      COMMANDS: () => this.renameCommands(),
      MESSAGE_CREATE: () => this.arrive(data),
      MESSAGE_UPDATE: () => this.change(data),
      MESSAGE_DELETE: () => this.vanish(data),
      INTERACTION: () => this.outcome(data),
      LOST: () => this.lose(),
    };
    known[name]?.();
  }

  begin(data) {
    setNow(data.now);
    this.loaded.clear();
    this.element.classList.remove('lost');
    this.settle(data);
    const stored = localStorage.getItem(`place-${data.me.id}`);
    const first = data.channels.find((each) => each.id === stored) || data.channels[0];
    if (first) this.open(this.place?.id || first.id);
  }

  settle(data) {
    this.state = { ...this.state, ...data };
    const id = this.state.me.id;
    this.state.me = this.state.people.find((each) => each.id === id) || this.state.me;
    this.words = wordsFor(this.state.me.locale);
    this.place = this.state.channels.find((each) => each.id === this.place?.id) || null;
    if (!this.place && this.loaded.size && this.state.channels[0]) this.open(this.state.channels[0].id);
    this.element.lang = this.locale;
    this.element.setAttribute('aria-label', nameOf(this.state.me));
    this.drawHead();
    this.places.draw();
    this.composer.draw();
    this.draw();
  }

  async renameCommands() {
    await this.composer.loadCommands();
    this.drawn.clear();
    this.draw();
  }

  seeBot(online) {
    this.online = online;
    this.options.onbot(online);
    this.draw();
  }

  lose() {
    this.element.classList.add('lost');
    this.options.onbot(false);
    if (this.words) fill(this.list, notice(this.words.lost, 'wrong', this.context()));
  }

  arrive(data) {
    this.store(data);
    const answer = data.interaction_metadata?.user.id === this.state.me.id;
    if (data.channel_id === this.place?.id) this.draw({ down: answer });
    else this.places.mark(data.channel_id, calls(data, this.state.me));
  }

  change(data) {
    if (this.messages.get(data.channel_id)?.has(data.id)) this.store(data);
    if (data.channel_id === this.place?.id) this.draw();
  }

  vanish(data) {
    this.messages.get(data.channel_id)?.delete(data.id);
    this.drawn.delete(data.id);
    if (data.channel_id === this.place?.id) this.draw();
  }

  store(data) {
    if (!this.messages.has(data.channel_id)) this.messages.set(data.channel_id, new Map());
    this.messages.get(data.channel_id).set(data.id, data);
  }

  outcome(data) {
    if (data.outcome === 'sent') return;
    const pending = this.pending.get(data.nonce);
    this.pending.delete(data.nonce);
    pending?.resolve(data);
    if (data.outcome === 'modal') openModal(data, this);
    this.draw();
  }

  // what is done

  /** Open a place and fetch its history. */
  async open(id) {
    const place = this.state.channels.find((each) => each.id === id);
    if (!place) return;
    this.place = place;
    localStorage.setItem(`place-${this.state.me.id}`, id);
    this.places.read(id);
    this.drawHead();
    this.composer.draw();
    await this.composer.loadCommands();
    if (!this.loaded.has(id)) {
      const history = await this.socket.ask('history', { channel: id }).catch(() => []);
      this.messages.set(id, new Map());
      history.forEach((each) => this.store(each));
      this.loaded.add(id);
    }
    if (this.place?.id === id) this.draw({ down: true });
  }

  /** Send an act to the bot; the promise holds how it was answered, and a failure is shown where it belongs. */
  async act(what, facts, { message: about = null, label = '' } = {}) {
    const nonce = `${this.state.me.id}-${Date.now()}-${(this.nonce += 1)}`;
    const answer = new Promise((resolve) => this.pending.set(nonce, { resolve, about, label, what, customId: facts.custom_id }));
    if (about) this.notes.delete(about);
    if (what !== 'complete') this.draw({ down: !about });
    try {
      await this.socket.ask(what, { ...facts, nonce });
    } catch (refused) {
      this.pending.delete(nonce);
      this.fail(about, label, this.words.refused(refused.message));
      return { outcome: 'refused', ...refused };
    }
    const data = await answer;
    if (data.outcome === 'failed' && what !== 'complete') {
      const bot = nameOf(this.state.people.find((each) => each.bot));
      this.fail(about, label, about ? this.words.failed : this.words.silent(bot));
    }
    return data;
  }

  fail(about, label, text) {
    if (about) this.notes.set(about, text);
    else this.notes.set(this.place.id, label ? `${label} – ${text}` : text);
    this.draw({ down: !about });
  }

  use(id, customId, values) {
    const busy = [...this.pending.values()].some((each) => each.about === id && each.customId === customId);
    if (busy) return;
    this.act('use', { channel: this.place.id, message: id, custom_id: customId, values }, { message: id });
  }

  /** Hide a message for this browser, also after a reload. */
  dismiss(id) {
    const stored = JSON.parse(localStorage.getItem('dismissed') || '[]');
    localStorage.setItem('dismissed', JSON.stringify([...stored, id].slice(-DISMISSED_LIMIT)));
    this.dismissed.add(id);
    this.draw();
  }

  async speakLanguage() {
    await this.socket.ask('language', { locale: this.state.me.locale.startsWith('fr') ? 'en-GB' : 'fr' });
  }

  // what is shown

  get locale() {
    return this.state.me.locale;
  }

  context(id = null) {
    const { me } = this.state;
    const find = (list, key) => this.state[list].find((each) => each.id === key);
    return {
      me,
      words: this.words,
      locale: this.locale,
      user: (key) => find('people', key),
      role: (key) => find('roles', key),
      channel: (key) => find('channels', key),
      people: () => this.state.people,
      roles: () => this.state.roles,
      channels: () => this.state.channels,
      colour: (key) => this.colour(key),
      open: (key) => this.open(key),
      note: (key) => this.notes.get(key),
      command: (name) => this.composer.title(name),
      use: (customId, values) => this.use(id, customId, values),
      dismiss: (key) => this.dismiss(key),
      remove: (key) => this.socket.ask('remove', { channel: this.place.id, message: key }).catch(() => {}),
      mayRemove: (data) => data.author.id === me.id || this.manages(),
    };
  }

  colour(key) {
    const person = this.state.people.find((each) => each.id === key);
    const role = this.state.roles.find((each) => each.color && person?.roles.includes(each.id));
    return role ? `#${role.color.toString(16).padStart(6, '0')}` : 'inherit';
  }

  manages() {
    return this.state.roles.some((each) => this.state.me.roles.includes(each.id) && BigInt(each.permissions) & MANAGE_MESSAGES);
  }

  drawHead() {
    const { me, people } = this.state;
    const choice = h(
      'select',
      { 'aria-label': this.words.who, class: 'person', onchange: ({ target }) => this.options.onperson(target.value) },
      people.filter((each) => !each.bot).map((each) => h('option', { value: each.id, selected: each.id === me.id }, nameOf(each))),
    );
    const name = this.place ? placeName(this.place) : '…';
    fill(
      this.head,
      avatar(me, 'small'),
      choice,
      iconButton(me.locale.slice(0, 2).toUpperCase(), this.words.myLanguage, () => this.speakLanguage(), { class: 'icon tongue' }),
      this.places.button(name),
    );
  }

  draw({ down = false } = {}) {
    if (!this.place || !this.words) return;
    const bottom = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
    const focused = this.list.contains(document.activeElement) ? document.activeElement : null;
    const back = focused && { id: focused.closest('[data-id]')?.dataset.id, customId: focused.dataset.customId };
    const shown = [...(this.messages.get(this.place.id)?.values() || [])]
      .filter((each) => !this.dismissed.has(each.id))
      .sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
    const context = this.context();
    const note = this.notes.get(this.place.id);
    arrange(
      this.list,
      this.welcome(shown.length === 0),
      shown.map((each, index) => this.elementOf(each, shown[index - 1])),
      [...this.pending.values()].filter((each) => each.label && !each.about).map((each) => notice(this.words.using(each.label), 'busy', context)),
      note ? notice(note, 'wrong', context) : null,
    );
    this.markBusy();
    if (back?.id) {
      const where = this.list.querySelector(`[data-id="${back.id}"]`);
      const same = back.customId && where?.querySelector(`[data-custom-id="${CSS.escape(back.customId)}"]`);
      (same && !same.disabled ? same : where)?.focus({ preventScroll: true });
    }
    if (down || bottom) this.list.scrollTop = this.list.scrollHeight;
  }

  elementOf(data, previous) {
    const note = this.notes.get(data.id) || '';
    const key = [this.locale, note, previous?.id, previous?.flags].join();
    const old = this.drawn.get(data.id);
    if (old && old.data === data && old.key === key) return old.element;
    const element = message(data, previous, this.context(data.id));
    this.drawn.set(data.id, { data, key, element });
    return element;
  }

  markBusy() {
    const waiting = new Set([...this.pending.values()].map((each) => each.about).filter(Boolean));
    for (const each of this.list.querySelectorAll('.message')) each.classList.toggle('waiting', waiting.has(each.dataset.id));
  }

  welcome(empty) {
    const { hints, poster } = this.options.world();
    const proposed = empty && this.online ? this.composer.suggested(hints) : [];
    return h(
      'div',
      { class: empty ? 'welcome' : 'welcome old' },
      empty && poster ? h('img', { class: 'poster', src: '/poster.png', alt: '' }) : null,
      h('p', { class: 'beginning' }, this.words.beginning(placeName(this.place))),
      proposed.map((each) =>
        h(
          'button',
          { type: 'button', class: 'hint', onclick: () => this.composer.start(each) },
          h('strong', {}, each.title),
          h('span', {}, each.detail),
        ),
      ),
      proposed.length ? h('p', {}, this.words.hintAll) : null,
      empty && !this.online ? h('p', { class: 'offline' }, h('strong', {}, this.words.botOffline), '. ', this.words.offlineHelp) : null,
      empty ? h('p', { class: 'small' }, this.words.hintSeats) : null,
    );
  }
}
