// One message, drawn for one person.

import { component } from './components.js';
import { avatar, h, iconButton, nameOf } from './dom.js';
import { icon } from './icons.js';
import { inline, markdown } from './markdown.js';
import { attachments, embed } from './media.js';
import { clockTime } from './times.js';

const [EPHEMERAL, LOADING, V2] = [64, 128, 32768];

/** Whether a message calls this person. */
export function calls(data, me) {
  return (
    data.mention_everyone ||
    data.mentions.some((each) => each.id === me.id) ||
    data.mention_roles.some((each) => me.roles.includes(each))
  );
}

/** Whether a message can stand under the one before without repeating who speaks. */
function continues(data, previous) {
  return (
    previous &&
    previous.author.id === data.author.id &&
    data.type === 0 &&
    previous.type !== 18 &&
    !data.interaction_metadata &&
    (data.flags & EPHEMERAL) === (previous.flags & EPHEMERAL) &&
    new Date(data.timestamp) - new Date(previous.timestamp) < 7 * 60000
  );
}

/** The element of a message; `ctx` also has use, openThread, dismiss, remove and note (what went wrong with it). */
export function message(data, previous, ctx) {
  if (data.type === 18) return threadNotice(data, ctx);
  const hidden = Boolean(data.flags & EPHEMERAL);
  const same = continues(data, previous);
  const kinds = ['message', hidden && 'ephemeral', same && 'same', calls(data, ctx.me) && 'calls'].filter(Boolean);
  return h(
    'article',
    { class: kinds.join(' '), 'data-id': data.id, tabindex: '-1' },
    origin(data, ctx),
    same ? null : avatar(data.author),
    h('div', { class: 'body' }, same ? null : head(data, ctx), content(data, ctx), foot(data, hidden, ctx)),
    actions(data, hidden, ctx),
  );
}

function head(data, ctx) {
  return h(
    'header',
    {},
    h('span', { class: 'author', vars: { '--role': ctx.colour(data.author.id) } }, nameOf(data.author)),
    data.author.bot ? h('span', { class: 'badge' }, ctx.words.app) : null,
    clockTime(data.timestamp, ctx.locale),
  );
}

/** The line above: which command it answers, or which message it replies to. */
function origin(data, ctx) {
  const meta = data.interaction_metadata;
  if (meta?.type === 2 && meta.name && data.type === 20) {
    const who = h('strong', {}, nameOf(meta.user));
    const what = h('span', { class: 'mention' }, ctx.command(meta.name));
    const [before, between] = ctx.words.used('\u0001', '\u0002').split(/[\u0001\u0002]/);
    return h('div', { class: 'origin' }, avatar(meta.user, 'tiny'), before, who, between, what);
  }
  if (data.type !== 19 || meta) return null;
  const original = data.referenced_message;
  const text = original ? (original.content || original.attachments[0]?.filename || '…').slice(0, 80) : ctx.words.gone;
  return h('div', { class: 'origin' }, icon('reply'), `${ctx.words.replyTo} `, original ? h('strong', {}, nameOf(original.author)) : null, ` ${text}`);
}

function content(data, ctx) {
  if (data.flags & LOADING) {
    return h('div', { class: 'thinking' }, h('span', { class: 'dots', 'aria-hidden': 'true' }), ctx.words.thinking(nameOf(data.author)));
  }
  const edited = data.edited_timestamp ? h('span', { class: 'edited' }, ctx.words.edited) : null;
  if (data.flags & V2) {
    return h('div', { class: 'components' }, data.components.map((each) => component(each, ctx)), edited);
  }
  const text = data.content ? markdown(data.content, ctx) : null;
  if (text && edited) (text.lastElementChild || text).append(' ', edited);
  return [
    text,
    attachments(data.attachments, ctx),
    data.embeds.map((each) => embed(each, data.attachments, ctx)),
    data.components.length ? h('div', { class: 'components' }, data.components.map((each) => component(each, ctx))) : null,
  ];
}

function foot(data, hidden, ctx) {
  const note = ctx.note(data.id);
  return [
    note ? h('p', { class: 'wrong', role: 'alert' }, note) : null,
    data.thread
      ? h('button', { type: 'button', class: 'thread-chip', onclick: () => ctx.open(data.thread.id) }, icon('thread'), data.thread.name)
      : null,
    hidden
      ? h(
          'p',
          { class: 'only-you' },
          icon('eye'),
          ` ${ctx.words.onlyYou} · `,
          h('button', { type: 'button', class: 'plain', onclick: () => ctx.dismiss(data.id) }, ctx.words.dismiss),
        )
      : null,
  ];
}

function actions(data, hidden, ctx) {
  if (hidden || !ctx.mayRemove(data)) return null;
  return h('div', { class: 'actions' }, iconButton(icon('bin'), ctx.words.remove, () => ctx.remove(data.id)));
}

function threadNotice(data, ctx) {
  const name = h('button', { type: 'button', class: 'plain', onclick: () => ctx.open(data.thread?.id) }, data.content);
  return h(
    'article',
    { class: 'message notice', 'data-id': data.id },
    h('span', { class: 'thread-mark', 'aria-hidden': 'true' }, icon('thread')),
    h('div', { class: 'body' }, `${ctx.words.startedThread(nameOf(data.author))} `, name, ' ', clockTime(data.timestamp, ctx.locale)),
  );
}

/** What the page itself has to say in the flow of messages. */
export function notice(text, kind, ctx) {
  return h('p', { class: `page-notice ${kind}`, role: kind === 'wrong' ? 'alert' : 'status' }, inline(text, ctx));
}
