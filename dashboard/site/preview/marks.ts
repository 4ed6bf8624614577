import { EACH_MARK, hasMark, MARK_END, markOf, pictureMarkIn, withoutMarks } from '#contract/marks.ts';
import type { PreviewMark } from '#contract/owner/preview.ts';

/** Where a preview shows a field: as text, in an attribute, or as a picture. */
export type DomMark = {
  field: string;
  /** Where in its value: `[0].role.en`, or ''. */
  at: string;
  element: Element;
  /** `placeholder`, `aria-label`, `content` …; null if it is none. */
  attribute: string | null;
  /** What it shows, in order; what the site fills in is among them. None unless it is text. */
  nodes: Text[];
};

/** What was marked, to be read by `readMarks` after the links are gone. */
const LINK = 'data-to';

/**
 * Shows a preview's HTML in a frame (PREVIEW_FRAME), where no script runs; links and forms lead nowhere. The chosen
 * theme and how far the page is scrolled stay. Call `readMarks` at once.
 */
export function place(doc: Document, html: string): void {
  const view = doc.defaultView as (Window & typeof globalThis) | null;
  // The frame's own: the dashboard's policy lets none of its own parse HTML.
  const next = new (view ?? globalThis).DOMParser().parseFromString(html, 'text/html');
  disarm(next);
  const [x, y] = [view?.scrollX ?? 0, view?.scrollY ?? 0];
  const theme = doc.documentElement.dataset['theme'];
  copyAttributes(next.documentElement, doc.documentElement);
  copyAttributes(next.body, doc.body);
  if (theme !== undefined) doc.documentElement.dataset['theme'] = theme;
  // Equal styles stay: the page would flash without them.
  if (stylesOf(next) === stylesOf(doc)) for (const one of next.querySelectorAll('style')) one.remove();
  else for (const one of doc.querySelectorAll('style')) one.remove();
  for (const one of doc.head.querySelectorAll(':not(style)')) one.remove();
  doc.head.append(...next.head.childNodes);
  doc.body.replaceChildren(...next.body.childNodes);
  stop(doc);
  view?.scrollTo({ left: x, top: y, behavior: 'instant' });
}

function stylesOf(doc: Document): string {
  return Array.from(doc.querySelectorAll('style'), (one) => one.textContent).join('\n');
}

function copyAttributes(from: Element, to: Element): void {
  for (const { name } of Array.from(to.attributes)) if (!from.hasAttribute(name)) to.removeAttribute(name);
  for (const { name, value } of from.attributes) to.setAttribute(name, value);
}

const UNWANTED =
  'script, template, link, base, iframe, object, embed, meta[http-equiv]:not([http-equiv=Content-Type])';

/** Takes away what runs, loads or leads somewhere; the policy of the frame forbids it, too. */
function disarm(next: Document): void {
  for (const one of next.querySelectorAll(UNWANTED)) one.remove();
  for (const one of next.querySelectorAll('*'))
    for (const { name, value } of Array.from(one.attributes)) {
      if (name.startsWith('on') || LEADS.has(name)) one.removeAttribute(name);
      // It still looks like a link.
      if (name === 'href') {
        one.setAttribute(LINK, value);
        one.setAttribute('href', '#');
      }
    }
}

const LEADS = new Set([
  'action',
  'formaction',
  'target',
  'ping',
  'download',
  'autofocus',
  'srcdoc',
  'xlink:href',
]);

const stopped = new WeakSet<Document>();

/** Nothing that is pressed in it does anything. The dashboard listens beside this. */
function stop(doc: Document): void {
  if (stopped.has(doc)) return;
  stopped.add(doc);
  for (const kind of ['click', 'auxclick', 'submit', 'dragstart'])
    doc.addEventListener(kind, (event) => event.preventDefault(), { capture: true });
}

/** Takes all marks out of a document and returns what they mark, in its order; pictures last. */
export function readMarks(doc: Document, marks: readonly PreviewMark[]): DomMark[] {
  const walker = doc.createTreeWalker(doc.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const found: Node[] = [];
  for (let node: Node | null = walker.currentNode; node !== null; node = walker.nextNode()) found.push(node);
  const elements = found.filter((node) => node.nodeType === Node.ELEMENT_NODE) as Element[];
  const texts = readTexts(found.filter((node) => node.nodeType === Node.TEXT_NODE) as Text[], marks);
  const attributes = elements.flatMap((element) => readAttributes(element, marks));
  const order = new Map(elements.map((element, n) => [element, n]));
  const inOrder = (one: DomMark, other: DomMark) =>
    (order.get(one.element) ?? 0) - (order.get(other.element) ?? 0);
  return [...[...texts, ...attributes].sort(inOrder), ...elements.flatMap(readPicture)];
}

/** The words of a place between what is filled in, and what that is: `{name}`. */
type Parts = { words: Text[][]; places: string[] };
const partsOf = new WeakMap<DomMark, Parts>();

/** An open mark: of a place, of what is filled in there, or of nothing known. */
type Open = { place: DomMark; parts: Parts } | { into: Parts | null };

/** Marks may begin and end in different nodes, and be within each other. */
function readTexts(texts: Text[], marks: readonly PreviewMark[]): DomMark[] {
  const doc = texts[0]?.ownerDocument ?? document;
  const open: Open[] = [];
  const closed = new Set<DomMark>();
  const all: DomMark[] = [];

  for (const text of texts) {
    if (!hasMark(text.data)) {
      add(text);
      continue;
    }
    const parent = text.parentElement;
    const pieces: Text[] = [];
    for (const piece of text.data.split(EACH_MARK)) {
      if (piece === MARK_END) end(pieces);
      else if (hasMark(piece)) begin(marks[markOf(piece)], parent, pieces);
      else if (piece !== '') pieces.push(add(doc.createTextNode(piece)));
    }
    text.replaceWith(...pieces);
  }
  return all.filter((one) => closed.has(one));

  function add(text: Text): Text {
    for (const one of open) if ('place' in one) one.place.nodes.push(text);
    const last = open.at(-1);
    if (last && 'place' in last) last.parts.words.at(-1)?.push(text);
    return text;
  }

  /** Words that are typed need a node, also where there are none. */
  function fill(parts: Parts, pieces: Text[]): void {
    if (parts.words.at(-1)?.length === 0) pieces.push(add(doc.createTextNode('')));
  }

  function begin(mark: PreviewMark | undefined, element: Element | null, pieces: Text[]): void {
    const last = open.at(-1);
    if (mark !== undefined && 'field' in mark && element !== null) {
      const begun: DomMark = { ...mark, element, attribute: null, nodes: [] };
      const parts: Parts = { words: [[]], places: [] };
      partsOf.set(begun, parts);
      all.push(begun);
      open.push({ place: begun, parts });
    } else if (mark !== undefined && 'place' in mark && last && 'place' in last) {
      fill(last.parts, pieces);
      last.parts.places.push(mark.place);
      open.push({ into: last.parts });
    } else open.push({ into: null });
  }

  function end(pieces: Text[]): void {
    const last = open.at(-1);
    if (last && 'place' in last) {
      fill(last.parts, pieces);
      closed.add(last.place);
    } else last?.into?.words.push([]);
    open.pop();
  }
}

function readAttributes(element: Element, marks: readonly PreviewMark[]): DomMark[] {
  return [...element.attributes].flatMap(({ name, value }): DomMark[] => {
    if (name === LINK) element.removeAttribute(name);
    if (!hasMark(value)) return [];
    if (name !== LINK) element.setAttribute(name, withoutMarks(value));
    const attribute = name === LINK ? 'href' : name;
    return value.split(EACH_MARK).flatMap((piece): DomMark[] => {
      const mark = piece !== MARK_END && hasMark(piece) ? marks[markOf(piece)] : undefined;
      if (mark === undefined || !('field' in mark)) return [];
      return [{ ...mark, element, attribute, nodes: [] }];
    });
  });
}

/** A picture in the page, or behind an element without words. */
function readPicture(element: Element): DomMark[] {
  const at = (address: string): DomMark[] => {
    const mark = pictureMarkIn(address);
    return mark === null ? [] : [{ ...mark, element, attribute: null, nodes: [] }];
  };
  if (element.localName === 'img') return at(element.getAttribute('src') ?? '');
  const view = element.ownerDocument.defaultView;
  if (view === null || element.childNodes.length > 0) return [];
  const behind = ['', '::before'].map((part) => view.getComputedStyle(element, part).backgroundImage);
  return at(behind.join());
}

/** Words that become tags (contract/letter-text.ts): as text they would be seen for a moment. */
const FORMATTED = /^(?:## |- )|\*\*|\]\(/m;

/**
 * Shows typed words at once; what the site fills in stays as it is.
 * @returns false if only the server can show them: in an attribute, with line breaks, formatted, or with other places than before.
 */
export function setText(shown: DomMark, words: string): boolean {
  const parts = partsOf.get(shown);
  const typed = parts && partsIn(words, parts.places);
  const isBroken = shown.nodes.some(({ previousSibling }) => previousSibling?.nodeName === 'BR');
  if (!parts || !typed || isBroken || FORMATTED.test(words)) return false;
  for (const [n, [first, ...rest]] of parts.words.entries()) {
    say(first, typed[n] ?? '');
    for (const text of rest) say(text, '');
  }
  return true;
}

/** Equal words stay: setting them would lay the page out again. */
function say(text: Text | undefined, words: string): void {
  if (text && text.data !== words) text.data = words;
}

/** The words between these places; null if they have others, or in another order. */
function partsIn(words: string, places: string[]): string[] | null {
  const parts: string[] = [];
  let rest = words;
  for (const one of places) {
    const at = rest.indexOf(one);
    if (at === -1) return null;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at + one.length);
  }
  return [...parts, rest];
}
