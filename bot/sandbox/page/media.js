// Pictures, with their descriptions; attachments of ordinary messages; embeds.

import { h } from './dom.js';
import { icon } from './icons.js';
import { inline, markdown } from './markdown.js';

/** A picture that can be looked at large; pictures of other sites are named, never fetched. */
export function media(item, description, hidden, ctx) {
  const here = new URL(item.url, location.href).origin === location.origin;
  if (!here) {
    const host = new URL(item.url).host;
    return h('div', { class: 'outside' }, `${ctx.words.outside} (${host})`, description ? h('p', {}, description) : null);
  }
  const alt = description || ctx.words.noAlt;
  const picture = h('img', {
    src: item.url,
    alt,
    width: item.width,
    height: item.height,
    loading: 'lazy',
    class: hidden ? 'hidden' : null,
  });
  const open = () => {
    if (picture.classList.contains('hidden')) picture.classList.remove('hidden');
    else enlarge(item, description, ctx);
  };
  return h(
    'figure',
    { class: 'picture' },
    h('button', { type: 'button', class: 'look', title: alt, onclick: open }, picture),
  );
}

function enlarge(item, description, ctx) {
  const dialog = h(
    'dialog',
    { class: 'lightbox', onclick: () => dialog.close(), onclose: () => dialog.remove() },
    h('img', { src: item.url, alt: description || ctx.words.noAlt }),
    description ? h('p', {}, description) : null,
    h('button', { type: 'button', class: 'button secondary' }, ctx.words.close),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** A file to take away. */
export function fileLink(url, name, size, ctx) {
  const amount = new Intl.NumberFormat(ctx.locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 });
  return h(
    'a',
    { class: 'file', href: url, download: name },
    h('span', { class: 'icon-file', 'aria-hidden': 'true' }, icon('file')),
    h('span', { class: 'filename' }, name),
    h('span', { class: 'filesize' }, amount.format(size / 1000)),
  );
}

/** The attachments of a message that is not made of components. */
export function attachments(list, ctx) {
  if (!list.length) return null;
  return h(
    'div',
    { class: 'attachments' },
    list.map((each) =>
      each.content_type?.startsWith('image/') && each.width
        ? media(each, each.description, false, ctx)
        : fileLink(each.url, each.filename, each.size, ctx),
    ),
  );
}

/** An embed of a message that is not made of components. */
export function embed(data, files, ctx) {
  const colour = data.color ? { '--accent': `#${data.color.toString(16).padStart(6, '0')}` } : {};
  const picture = (part) => {
    if (!part?.url) return null;
    const named = files.find((each) => part.url === `attachment://${each.filename}`);
    return media(named || part, named?.description, false, ctx);
  };
  return h(
    'div',
    { class: 'container accented embed', vars: colour },
    data.author ? h('div', { class: 'small' }, data.author.name) : null,
    data.title ? h('strong', {}, inline(data.title, ctx)) : null,
    data.description ? markdown(data.description, ctx) : null,
    data.fields
      ? h(
          'dl',
          {},
          data.fields.map((each) =>
            h('div', { class: each.inline ? 'inline' : null }, h('dt', {}, inline(each.name, ctx)), h('dd', {}, markdown(each.value, ctx))),
          ),
        )
      : null,
    picture(data.image) || picture(data.thumbnail),
    data.footer ? h('div', { class: 'small' }, data.footer.text) : null,
  );
}
