// Discord's markdown, as elements.

import { h, nameOf } from './dom.js';
import { timestamp } from './times.js';

const INLINE = new RegExp(
  [
    '\\\\(?<escaped>[^0-9A-Za-z\\s])',
    '``(?<code2>.+?)``',
    '`(?<code>[^`]+)`',
    '<t:(?<unix>-?\\d+)(?::(?<style>[tTdDfFR]))?>',
    '<@!?(?<user>\\d+)>',
    '<@&(?<role>\\d+)>',
    '<#(?<channel>\\d+)>',
    '</(?<command>[^:>]+):\\d+>',
    '<(?<animated>a?):(?<emoji>\\w+):(?<emojiId>\\d+)>',
    '\\[(?<label>[^\\]]+)\\]\\(<?(?<href>https?://[^\\s)>]+)>?\\)',
    '<?(?<url>https?://[^\\s<>)]+)>?',
    '(?<everyone>@(?:everyone|here))\\b',
    '\\|\\|(?<spoiler>.+?)\\|\\|',
    '\\*\\*(?<bold>.+?)\\*\\*(?!\\*)',
    '__(?<underline>.+?)__(?!_)',
    '~~(?<strike>.+?)~~',
    '\\*(?<italic>[^\\s*](?:.*?[^\\s*])?)\\*(?!\\*)',
    '(?<![\\p{L}\\p{N}])_(?<italic2>[^_]+)_(?![\\p{L}\\p{N}])',
  ].join('|'),
  'gsu',
);

/** The inline part: emphasis, mentions, links, timestamps. `ctx` knows the people, the places and the language. */
export function inline(text, ctx) {
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) parts.push(...lines(text.slice(at, match.index)));
    parts.push(piece(match.groups, ctx));
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push(...lines(text.slice(at)));
  return parts;
}

function lines(text) {
  return text.split('\n').flatMap((each, index) => (index ? [h('br'), each] : [each]));
}

function piece(found, ctx) {
  if (found.escaped) return found.escaped;
  if (found.code || found.code2) return h('code', {}, found.code || found.code2);
  if (found.unix) return timestamp(Number(found.unix), found.style || 'f', ctx.locale);
  if (found.user) return mention(`@${nameOf(ctx.user(found.user))}`, found.user === ctx.me.id);
  if (found.role) return mention(`@${ctx.role(found.role)?.name || '?'}`, ctx.me.roles.includes(found.role));
  if (found.channel) return place(found.channel, ctx);
  if (found.command) return mention(`/${found.command}`, false);
  if (found.emoji) return emojiImage({ id: found.emojiId, name: found.emoji });
  if (found.label) return link(found.href, inline(found.label, ctx));
  if (found.url) return link(found.url, [found.url]);
  if (found.everyone) return mention(found.everyone, true);
  if (found.spoiler) return spoiler(inline(found.spoiler, ctx), ctx);
  if (found.bold) return h('strong', {}, inline(found.bold, ctx));
  if (found.underline) return h('u', {}, inline(found.underline, ctx));
  if (found.strike) return h('s', {}, inline(found.strike, ctx));
  return h('em', {}, inline(found.italic || found.italic2, ctx));
}

function mention(text, mine) {
  return h('span', { class: mine ? 'mention mine' : 'mention' }, text);
}

function place(id, ctx) {
  const channel = ctx.channel(id);
  if (!channel) return mention('#?', false);
  return h('button', { type: 'button', class: 'mention', onclick: () => ctx.open(id) }, `# ${channel.name}`);
}

function link(url, children) {
  return h('a', { href: url, target: '_blank', rel: 'noreferrer noopener' }, children);
}

export function spoiler(children, ctx) {
  const cover = h(
    'button',
    { type: 'button', class: 'spoiler', 'aria-label': ctx.words.spoiler, onclick: () => cover.replaceWith(shown) },
    h('span', { 'aria-hidden': 'true' }, children),
  );
  const shown = h('span', { class: 'spoiler shown' }, [...children].map((each) => each.cloneNode?.(true) ?? each));
  return cover;
}

/** An emoji; of a custom one, whose picture is not here, the name. */
export function emojiImage(emoji) {
  if (!emoji) return null;
  return h('span', { class: 'emoji' }, emoji.id ? `:${emoji.name}:` : emoji.name);
}

/** A whole text: headings, lists, quotes, code blocks and paragraphs. */
export function markdown(text, ctx) {
  const root = h('div', { class: 'markdown' });
  const fences = text.split(/```(?:[\w+-]*\n)?([\s\S]*?)```\n?/);
  fences.forEach((part, index) => {
    if (index % 2) root.append(h('pre', {}, h('code', {}, part)));
    else if (part) blocks(part, ctx, root);
  });
  return root;
}

function blocks(text, ctx, root) {
  const rows = text.replace(/\n$/, '').split('\n');
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) root.append(h('p', {}, inline(paragraph.join('\n'), ctx)));
    paragraph = [];
  };
  for (let at = 0; at < rows.length; at += 1) {
    const heading = rows[at].match(/^(#{1,3}) +(.+)/);
    const small = rows[at].match(/^-# +(.+)/);
    if (heading) {
      flush();
      root.append(h(`h${heading[1].length + 2}`, { class: `h${heading[1].length}` }, inline(heading[2], ctx)));
    } else if (small) {
      flush();
      root.append(h('p', { class: 'small' }, inline(small[1], ctx)));
    } else if (/^>>> /.test(rows[at])) {
      flush();
      root.append(h('blockquote', {}, inline([rows[at].slice(4), ...rows.slice(at + 1)].join('\n'), ctx)));
      return;
    } else if (/^> ?/.test(rows[at])) {
      flush();
      const end = rows.findIndex((each, index) => index > at && !/^> ?/.test(each));
      const quoted = rows.slice(at, end < 0 ? rows.length : end);
      root.append(h('blockquote', {}, inline(quoted.map((each) => each.replace(/^> ?/, '')).join('\n'), ctx)));
      at += quoted.length - 1;
    } else if (/^\s*([-*]|\d+\.) /.test(rows[at])) {
      flush();
      at += list(rows.slice(at), ctx, root) - 1;
    } else {
      paragraph.push(rows[at]);
    }
  }
  flush();
}

function list(rows, ctx, root) {
  const ordered = /^\s*\d+\. /.test(rows[0]);
  const end = rows.findIndex((each) => !/^\s*([-*]|\d+\.) /.test(each));
  const items = rows.slice(0, end < 0 ? rows.length : end);
  const start = ordered ? Number(rows[0].match(/\d+/)[0]) : null;
  root.append(
    h(
      ordered ? 'ol' : 'ul',
      { start },
      items.map((each) =>
        h('li', { class: /^\s{2,}/.test(each) ? 'deep' : null }, inline(each.replace(/^\s*([-*]|\d+\.) /, ''), ctx)),
      ),
    ),
  );
  return items.length;
}
