// Where a person writes: a message, or a slash command chosen from the bot's.

import { CommandForm } from './command.js';
import { fill, h, iconButton } from './dom.js';
import { icon } from './icons.js';
import { placeName } from './places.js';
import { packed } from './socket.js';
import { Suggestions } from './suggest.js';

/** Every way to use the commands: a command, or each of its subcommands. */
export function leaves(commands) {
  const found = [];
  const walk = (node, root, path, shown) => {
    const below = (node.options || []).filter((each) => each.type <= 2);
    const title = [...shown, node.shown_name].join(' ');
    if (!below.length) found.push({ root, path, node, title: `/${title}`, detail: node.shown_description });
    for (const each of below) walk(each, root, [...path, each.name], [...shown, node.shown_name]);
  };
  for (const each of commands) if (each.type === 1) walk(each, each, [], []);
  return found;
}

/** A command by the names it was registered with. */
const typed = (leaf) => `/${[leaf.root.name, ...leaf.path].join(' ')}`;

export class Composer {
  constructor(column) {
    this.column = column;
    this.leaves = [];
    this.files = [];
    this.suggestions = new Suggestions();
    this.box = h('textarea', {
      rows: 1,
      role: 'combobox',
      'aria-controls': this.suggestions.id,
      'aria-expanded': 'false',
      oninput: () => this.typed(),
      onkeydown: (event) => this.key(event),
      onblur: () => this.suggestions.hide(),
    });
    this.picker = h('input', { type: 'file', multiple: true, hidden: true, onchange: () => this.attach() });
    this.tray = h('div', { class: 'tray', hidden: true });
    this.line = h('div', { class: 'line' });
    this.slot = h('div', {});
    this.element = h(
      'form',
      {
        class: 'composer',
        onsubmit: (event) => {
          event.preventDefault();
          this.send();
        },
      },
      this.suggestions.element,
      this.tray,
      this.line,
      this.slot,
    );
  }

  draw() {
    const { words, place } = this.column;
    if (!place) return;
    this.box.placeholder = words.write;
    this.box.setAttribute('aria-label', `${words.write} (${placeName(place)})`);
    fill(
      this.line,
      this.picker,
      iconButton(icon('plus'), words.attach, () => this.picker.click()),
      this.box,
      iconButton(icon('send'), words.send, null, { type: 'submit', class: 'icon send' }),
    );
  }

  async loadCommands() {
    const { place, socket } = this.column;
    if (!place) return;
    const wished = this.column.options.world().hints;
    const rank = (leaf) => (wished.includes(typed(leaf)) ? wished.indexOf(typed(leaf)) : wished.length);
    this.leaves = leaves(await socket.ask('commands', { channel: place.id }).catch(() => []));
    this.leaves.sort((one, other) => rank(one) - rank(other));
  }

  /** The commands to begin with: those of the wished ones that exist, else the first there is. */
  suggested(wished) {
    const known = this.leaves.filter((each) => wished.includes(typed(each)));
    return known.length ? known : this.leaves.slice(0, 1);
  }

  /** A command as this person reads it, by the names it was registered with. */
  title(name) {
    return this.leaves.find((each) => typed(each) === `/${name}`)?.title || `/${name}`;
  }

  /** Send a command that needs nothing more, or begin it as if it had been typed. */
  start(leaf) {
    this.choose(leaf);
    if (!(leaf.node.options || []).some((each) => each.required)) this.form.send();
  }

  typed() {
    this.box.style.setProperty('height', 'auto');
    this.box.style.setProperty('height', `${Math.min(this.box.scrollHeight, 160)}px`);
    const text = this.box.value;
    const slash = text.startsWith('/') && !text.includes('\n');
    this.box.setAttribute('aria-expanded', String(slash));
    if (!slash) {
      this.suggestions.hide();
      return;
    }
    const wanted = text.toLowerCase().trimEnd();
    const plain = (each) => each.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    const fits = this.leaves.filter((each) => plain(each.title).includes(plain(wanted.slice(1))));
    fits.sort((one, other) => other.title.startsWith(wanted) - one.title.startsWith(wanted));
    const { words } = this.column;
    this.suggestions.show(
      fits.map((each) => ({ label: each.title, detail: each.detail, take: () => this.choose(each) })),
      { title: words.commands, empty: words.noCommands, field: this.box },
    );
  }

  key(event) {
    if (this.suggestions.steer(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      this.send();
    }
  }

  choose(leaf) {
    this.suggestions.hide();
    this.box.value = '';
    this.line.hidden = true;
    this.form = new CommandForm(leaf, this.column, this.suggestions, () => this.finish());
    fill(this.slot, this.form.element);
    this.form.begin();
  }

  finish() {
    fill(this.slot);
    this.suggestions.hide();
    this.line.hidden = false;
    this.box.focus();
  }

  attach() {
    this.files.push(...this.picker.files);
    this.picker.value = '';
    this.drawTray();
  }

  drawTray() {
    const { words } = this.column;
    this.tray.hidden = !this.files.length;
    fill(
      this.tray,
      this.files.map((each, index) =>
        h(
          'span',
          { class: 'chip' },
          each.name,
          iconButton(icon('close'), words.removeFile, () => {
            this.files.splice(index, 1);
            this.drawTray();
          }),
        ),
      ),
    );
  }

  async send() {
    const content = this.box.value.trim();
    if (!content && !this.files.length) return;
    const { column } = this;
    const exact = this.leaves.find((each) => each.title === content);
    if (exact) {
      this.choose(exact);
      return;
    }
    const files = await Promise.all(this.files.map(packed));
    this.box.value = '';
    this.files = [];
    this.drawTray();
    this.typed();
    column.notes.delete(column.place.id);
    await column.socket
      .ask('say', { channel: column.place.id, content, files })
      .catch((refused) => column.fail(null, '', column.words.refused(refused.message)));
  }
}
