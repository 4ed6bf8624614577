import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minifySync } from 'vite';
import { slotsOf, type Source } from './source.ts';

/**
 * Our page as one would write it by hand: one document, its styles, a small script, no framework. Its first frame is the
 * whole page, as ours is: without the link that waits for `#end` it would be half of one.
 */
export async function limitOf(source: Source, peers: string): Promise<string> {
  const { page, success, error, title, description, fontLink } = source;
  const slots = slotsOf(page).map(({ element, attribute, pt }) => [
    selectorOf(element, page.en),
    attribute ?? '',
    pt,
  ]);
  slots.push(['meta[name=description]', 'content', description.pt]);
  const answers = {
    en: { success: success.en.outerHTML, error: error.en.outerHTML },
    pt: { success: success.pt.outerHTML, error: error.pt.outerHTML },
  };
  const script = (await readFile(join(peers, 'limit/page.js'), 'utf8'))
    .replace('SLOTS', () => JSON.stringify(slots))
    .replace('TITLES', () => JSON.stringify(title))
    .replace('ANSWERS', () => JSON.stringify(answers));
  const head = source.head.map(({ outerHTML }) => outerHTML).join('');
  const body = `${fontLink.outerHTML}<div id="root">${page.en.outerHTML}</div><span id="end" hidden></span><script>${minifySync('page.js', script).code.trim()}</script>`;
  return `<!doctype html><html lang="en" data-theme="dark"><head>${head}</head><body>${body}</body></html>`;
}

/** The shortest of id, class and path that matches only this element. */
function selectorOf(element: Element, page: Element): string {
  const own = [element.id && `#${element.id}`, ...[...element.classList].map((name) => `.${name}`)];
  const unique = own.find((selector) => selector !== '' && page.querySelectorAll(selector).length === 1);
  if (unique) return unique;
  const parent = element === page ? null : element.parentElement;
  if (parent === null) return element.localName;
  return `${selectorOf(parent, page)}>:nth-child(${[...parent.children].indexOf(element) + 1})`;
}
