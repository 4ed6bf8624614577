import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';

type Both<T> = { en: T; pt: T };

/** What limit and peers take from our built page, so that all of them show the same page. */
export type Source = {
  css: string;
  font: string;
  /** The link that preloads the font. */
  fontLink: Element;
  /** The head without scripts and their related elements. */
  head: Element[];
  title: Both<string>;
  description: Both<string>;
  page: Both<Element>;
  success: Both<Element>;
  error: Both<Element>;
};

/** A place where the languages differ: an element, and its attribute, or null for its text. */
type Slot = { element: Element; attribute: string | null; en: string; pt: string };

/** Elements that only scripts use. */
const FOR_SCRIPTS = 'script, link[rel=modulepreload]';

export async function readSource(site: string): Promise<Source> {
  const read = async (state: string) =>
    documentOf(await readFile(join(site, `.build/pages/soon.${state}.en.html`), 'utf8'));
  const [idle, done, failed] = [await read('idle'), await read('subscribed'), await read('failed')];
  const other = one(idle, 'script[lang=pt]');
  const fontLink = one(idle, '[as=font]');
  return {
    css: one(idle, 'head style').textContent,
    font: attribute(fontLink, 'href'),
    fontLink,
    head: [...one(idle, 'head').children].filter((element) => !element.matches(FOR_SCRIPTS)),
    title: { en: one(idle, 'title').textContent, pt: attribute(other, 'title') },
    description: {
      en: attribute(one(idle, 'meta[name=description]'), 'content'),
      pt: attribute(other, 'data-description'),
    },
    page: inEach(idle, '#root > *'),
    success: inEach(done, '[role=status] > *'),
    error: inEach(failed, '[role=alert] > *'),
  };
}

/**
 * A page of the site behind the Coming Soon page as one would write it by hand: its built document without
 * scripts and the words of other languages. Its links, menu, switch and forms work without them.
 */
export function stillLimitOf(html: string): string {
  const document = documentOf(html);
  for (const element of document.querySelectorAll(FOR_SCRIPTS)) element.remove();
  return document.toString();
}

/** Every place where the languages of a page differ. */
export function slotsOf({ en, pt }: Both<Element>): Slot[] {
  const [ours = [], others = []] = [en, pt].map((root) => [root, ...root.querySelectorAll('*')]);
  if (ours.length !== others.length) throw new Error('the page is built differently in the two languages');
  return ours.flatMap((element, i) => {
    const other = others[i];
    const named = [...element.attributes].map(({ name, value }) => ({
      attribute: name,
      en: value,
      pt: other?.getAttribute(name) ?? '',
    }));
    const isText = element.children.length === 0;
    const text = { attribute: null, en: element.textContent, pt: other?.textContent ?? '' };
    const all = isText ? [...named, text] : named;
    return all.filter((slot) => slot.en !== slot.pt).map((slot) => ({ element, ...slot }));
  });
}

/** Removes the comments that React adds between texts. */
function documentOf(html: string): Document {
  return parseHTML(html.replaceAll(/<!--.*?-->/g, '')).document;
}

function inEach(document: Document, selector: string): Both<Element> {
  const other = documentOf(`<div id="root">${one(document, 'script[lang=pt]').innerHTML}</div>`);
  return { en: one(document, selector), pt: one(other, selector) };
}

function one(root: ParentNode, selector: string): Element {
  const found = root.querySelector(selector);
  if (found === null) throw new Error(`the built page has no ${selector}`);
  return found;
}

function attribute(element: Element, name: string): string {
  const value = element.getAttribute(name);
  if (value === null) throw new Error(`<${element.localName}> of the built page has no ${name}`);
  return value;
}
