// Message components, drawn: containers, texts, sections, galleries, separators, files, buttons and selects.

import { h } from './dom.js';
import { emojiImage, markdown } from './markdown.js';
import { fileLink, media } from './media.js';
import { select } from './selects.js';

const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link', 6: 'premium' };

const DRAWN = {
  1: (each, ctx) => h('div', { class: 'row' }, each.components.map((child) => component(child, ctx))),
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: section,
  10: (each, ctx) => markdown(each.content, ctx),
  11: (each, ctx) => h('div', { class: 'thumbnail' }, media(each.media, each.description, each.spoiler, ctx)),
  12: gallery,
  13: file,
  14: (each) => h('hr', { class: `separator ${each.spacing === 2 ? 'large' : ''} ${each.divider ? '' : 'blank'}` }),
  17: container,
};

/** One component of a message. `ctx.use(custom_id, values)` sends what somebody does with it. */
export function component(data, ctx) {
  return DRAWN[data.type] ? DRAWN[data.type](data, ctx) : h('div', { class: 'unknown' }, `? ${data.type}`);
}

function button(data, ctx) {
  const inside = [emojiImage(data.emoji), data.label ? h('span', {}, data.label) : null];
  const look = `button ${STYLES[data.style]}`;
  if (data.style === 5) {
    if (data.disabled) return h('span', { class: `${look} off`, 'aria-disabled': 'true' }, inside);
    return h('a', { class: look, href: data.url, target: '_blank', rel: 'noreferrer noopener' }, inside, ' ↗');
  }
  return h(
    'button',
    {
      type: 'button',
      class: look,
      disabled: data.disabled || false,
      'data-custom-id': data.custom_id,
      'aria-label': data.label ? null : data.emoji?.name,
      onclick: () => ctx.use(data.custom_id),
      onpointerdown: (event) => pressed(event, () => ctx.use(data.custom_id)),
    },
    inside,
  );
}

/** A message repainted between button down and up would swallow the click: a button gone by then was pressed. */
function pressed(event, act) {
  const button = event.currentTarget;
  if (event.button !== 0) return;
  document.addEventListener('pointerup', () => button.isConnected || act(), { once: true });
}

function section(data, ctx) {
  return h(
    'div',
    { class: 'section' },
    h('div', { class: 'texts' }, data.components.map((each) => component(each, ctx))),
    h('div', { class: 'accessory' }, component(data.accessory, ctx)),
  );
}

function gallery(data, ctx) {
  return h(
    'div',
    { class: `gallery of-${Math.min(data.items.length, 4)}` },
    data.items.map((each) => media(each.media, each.description, each.spoiler, ctx)),
  );
}

function file(data, ctx) {
  return fileLink(data.file.url, data.name, data.size, ctx);
}

function container(data, ctx) {
  const colour = data.accent_color ?? null;
  const accent = colour === null ? {} : { '--accent': `#${colour.toString(16).padStart(6, '0')}` };
  const box = h(
    'div',
    { class: colour === null ? 'container' : 'container accented', vars: accent },
    data.components.map((each) => component(each, ctx)),
  );
  if (!data.spoiler) return box;
  const cover = h(
    'button',
    { type: 'button', class: 'cover', 'aria-label': ctx.words.spoiler, onclick: () => cover.remove() },
    ctx.words.spoiler,
  );
  box.append(cover);
  return box;
}
