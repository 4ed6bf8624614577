import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findElement, parse, type Element, type Node } from './markup.ts';

type Both<T> = { en: T; pt: T };

/** All that the limit and the peers take from our own built page, so that every one of them shows the same page. */
export type Source = {
  css: string;
  font: string;
  /** The link that preloads it. */
  fontLink: Element;
  /** The head without scripts and what belongs to them. */
  head: Element[];
  title: Both<string>;
  description: Both<string>;
  page: Both<Element>;
  success: Both<Element>;
  error: Both<Element>;
};

export async function readSource(site: string): Promise<Source> {
  const read = async (state: string) =>
    parse(await readFile(join(site, `.build/pages/soon.${state}.en.html`), 'utf8'));
  const [idle, done, failed] = [await read('idle'), await read('subscribed'), await read('failed')];
  const head = findElement(idle, ({ tag }) => tag === 'head', 'head');
  const other = otherLanguage(idle);
  const fontLink = findElement(idle, isFont, 'font');
  return {
    css: String(findElement(head, ({ tag }) => tag === 'style', 'styles').children[0]),
    font: attribute(fontLink, 'href'),
    fontLink,
    head: head.children.filter((node): node is Element => typeof node !== 'string' && isPlain(node)),
    title: {
      en: String(findElement(head, ({ tag }) => tag === 'title', 'title').children[0]),
      pt: attribute(other, 'title'),
    },
    description: {
      en: attribute(findElement(head, isDescription, 'description'), 'content'),
      pt: attribute(other, 'data-description'),
    },
    page: languagesOf(idle, (root) => only(root.children)),
    success: languagesOf(done, (root) => answerIn(root, 'status')),
    error: languagesOf(failed, (root) => answerIn(root, 'alert')),
  };
}

function languagesOf(document: Element, pick: (root: Element) => Element): Both<Element> {
  const root = findElement(document, ({ attributes }) => attributes['id'] === 'root', '#root');
  return { en: pick(root), pt: pick(otherLanguage(document)) };
}

function otherLanguage(document: Element): Element {
  return findElement(
    document,
    ({ tag, attributes }) => tag === 'template' && attributes['lang'] === 'pt',
    'template',
  );
}

function answerIn(root: Element, role: string): Element {
  return only(findElement(root, ({ attributes }) => attributes['role'] === role, role).children);
}

function only(children: Node[]): Element {
  const [child, ...others] = children;
  if (typeof child !== 'object' || others.length > 0) throw new Error('one element was expected');
  return child;
}

function attribute(element: Element, name: string): string {
  const value = element.attributes[name];
  if (value === undefined) throw new Error(`<${element.tag}> of the built page has no ${name}`);
  return value;
}

/** Neither a script nor there for one. */
export function isPlain({ tag, attributes }: Element): boolean {
  return tag !== 'script' && !['modulepreload', 'expect'].includes(attributes['rel'] ?? '');
}

function isFont({ attributes }: Element): boolean {
  return attributes['as'] === 'font';
}

function isDescription({ attributes }: Element): boolean {
  return attributes['name'] === 'description';
}
