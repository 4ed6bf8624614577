import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minifySync } from 'vite';
import { elementsOf, parse, write, type Element, type Node } from './markup.ts';
import { isPlain, type Source } from './source.ts';
import { slotsOf } from './words.ts';

/** Our page as one would write it by hand: one document, its styles, a small script, no framework. */
export async function limitOf(source: Source, peers: string): Promise<string> {
  const { page, success, error, title, description, fontLink } = source;
  const slots = slotsOf(page.en, page.pt).map(({ element, attribute, pt }) => [
    selectorOf(element, page.en),
    attribute ?? '',
    pt,
  ]);
  slots.push(['meta[name=description]', 'content', description.pt]);
  const answers = {
    en: { success: write(success.en), error: write(error.en) },
    pt: { success: write(success.pt), error: write(error.pt) },
  };
  const script = (await readFile(join(peers, 'limit/page.js'), 'utf8'))
    .replace('SLOTS', () => JSON.stringify(slots))
    .replace('TITLES', () => JSON.stringify(title))
    .replace('ANSWERS', () => JSON.stringify(answers));
  const head = source.head.map(write).join('');
  const body = `${write(fontLink)}<div id="root">${write(page.en)}</div><script>${minifySync('page.js', script).code.trim()}</script>`;
  return `<!doctype html><html lang="en" data-theme="dark"><head>${head}</head><body>${body}</body></html>`;
}

/**
 * A page of the site behind the Coming Soon page as one would write it by hand: its built document without scripts and
 * without the words of the other languages. Nothing else is needed: its links, menu, switch and forms work so.
 */
export function stillLimitOf(html: string): string {
  return `<!doctype html>${parse(html).children.map(stillOf).map(write).join('')}`;
}

function stillOf(node: Node): Node {
  if (typeof node === 'string') return node;
  const kept = node.children.filter((child) => typeof child === 'string' || isStill(child));
  return { ...node, children: kept.map(stillOf) };
}

function isStill(element: Element): boolean {
  return isPlain(element) && element.tag !== 'template';
}

/** The shortest of id, class and place that names this element alone. */
function selectorOf(element: Element, page: Element): string {
  const { id, class: names } = element.attributes;
  const own = [id ? `#${id}` : '', ...(names?.trim().split(' ') ?? []).map((name) => `.${name}`)];
  const unique = own.find((selector) => selector !== '' && matches(selector, page) === 1);
  if (unique) return unique;
  const parent = elementsOf(page).find(({ children }) => children.includes(element));
  if (!parent) return element.tag;
  const place = parent.children.filter((child) => typeof child !== 'string').indexOf(element) + 1;
  return `${selectorOf(parent, page)}>:nth-child(${place})`;
}

function matches(selector: string, page: Element): number {
  return elementsOf(page).filter(({ attributes }) =>
    selector.startsWith('#')
      ? attributes['id'] === selector.slice(1)
      : attributes['class']?.split(' ').includes(selector.slice(1)),
  ).length;
}
