import type { Json } from '#contract/content/content.ts';
import type { PreviewMade } from '#contract/owner/preview.ts';
import { place, readMarks, setText, type DomMark } from './marks.ts';
import { splitWords, wordsKey, type Split } from './words.ts';
import { createOutlines, type Outlined, type Outlines } from './outlines.ts';

type Told = {
  /** A sentence or picture was pressed. `at`: which part of its value. */
  onPress: (field: string, at: string) => void;
  /** Escape. */
  onLeave: () => void;
};
type Peer = { field: string; name: string };

/**
 * The draft in its frame: outlines what is edited, and hears what is pressed. Everything is done from outside: no
 * script runs in the frame.
 */
export class PreviewPage {
  readonly #doc: Document;
  readonly #outlines: Outlines;
  readonly #listening = new AbortController();
  /** Of what is shown. */
  #split: Split | null = null;
  #all: DomMark[] = [];
  /** Those that somebody can press. */
  #places: DomMark[] = [];
  #chosen: string | null = null;
  #reached: string | null = null;
  #hovered: DomMark | null = null;
  #peers: readonly Peer[] = [];
  #differing: ReadonlySet<string> | null = null;
  #labelOf: (field: string) => string = String;
  #hiddenLabelOf: (part: string) => string = String;

  constructor(doc: Document, told: Told) {
    this.#doc = doc;
    this.#outlines = createOutlines(doc);
    this.#hear(told);
  }

  show(made: PreviewMade): void {
    const next = splitWords(made);
    if (next.rest !== this.#split?.rest || !this.#say(next.words)) {
      place(this.#doc, made.html);
      this.#all = readMarks(this.#doc, made.marks);
      this.#hovered = null;
      this.#limit();
    } else this.#fit(next.fits);
    this.#split = next;
    this.#draw();
    if (this.#chosen !== this.#reached) this.#reach();
  }

  /** Only words have changed. @returns false if they cannot be shown in the page as it is. */
  #say(words: Split['words']): boolean {
    return this.#all.every((one) => {
      const said = one.nodes.length > 0 ? words.get(wordsKey(one)) : undefined;
      return said === undefined || setText(one, said);
    });
  }

  /** The longest word of a title gives it its size. */
  #fit(fits: readonly string[]): void {
    this.#doc.querySelectorAll<HTMLElement>('h1, h2, h3').forEach((title, n) => {
      if (fits[n]) title.dataset['fit'] = fits[n];
      else delete title.dataset['fit'];
    });
  }

  /** What is typed is shown at once, where the server is not needed for it. */
  type(field: string, value: Json): void {
    for (const one of this.#places.filter((each) => each.field === field)) {
      const words = Array.isArray(value) ? value[Number(/^\[(\d+)\]$/.exec(one.at)?.[1])] : value;
      if (typeof words === 'string') setText(one, words);
      // With tags among its words it is drawn again.
      if (!this.#split?.words.has(wordsKey(one))) this.#split = null;
    }
    this.#draw();
  }

  choose(field: string | null): void {
    if (field === this.#chosen) return;
    this.#chosen = field;
    this.#draw();
    this.#reach();
  }

  /** Scrolls to what is chosen, once it is there. */
  #reach(): void {
    const [first] = this.#chosen === null ? [] : this.#shown(this.#chosen);
    if (first) scrollTo(this.#doc, this.#outlines.rectOf(first));
    this.#reached = first === undefined ? null : this.#chosen;
  }

  setPeers(peers: readonly Peer[]): void {
    this.#peers = peers;
    this.#draw();
  }

  /** Of a version: these fields have a line under them, and nothing else is pressed. */
  setDiffering(fields: ReadonlySet<string>): void {
    this.#differing = fields;
    this.#limit();
    this.#draw();
  }

  /** On the tags of outlines that are drawn from now on. */
  setLabels(labelOf: (field: string) => string, hiddenLabelOf: (part: string) => string): void {
    this.#labelOf = labelOf;
    this.#hiddenLabelOf = hiddenLabelOf;
  }

  setTheme(theme: 'light' | 'dark'): void {
    this.#doc.documentElement.dataset['theme'] = theme;
    this.#draw();
  }

  /** Outlines and tags keep their size. */
  setZoom(zoom: number): void {
    this.#outlines.setZoom(zoom);
    this.#draw();
  }

  /** Its lines break as they will once its fonts are there. */
  ready = (): Promise<unknown> => this.#doc.fonts.ready;

  /** How many lines a title takes; null: it is none, or not there. */
  linesOf(field: string): number | null {
    const title = this.#shown(field).find(({ element, nodes }) => nodes.length > 0 && isTitle(element));
    return title === undefined ? null : linesIn(title.nodes);
  }

  /** A word of a title that does not fit on a line of its own; null: none. */
  brokenWordOf(field: string): string | null {
    const title = this.#shown(field).find(({ element }) => isTitle(element));
    for (const node of title?.nodes ?? [])
      for (const { 0: word, index } of node.data.matchAll(/[^\s\u00AD\u200B-]+/g))
        if (linesIn([node], index, index + word.length) > 1) return word;
    return null;
  }

  end(): void {
    this.#listening.abort();
    this.#outlines.end();
  }

  #hear({ onPress, onLeave }: Told): void {
    const doc = this.#doc;
    const { signal } = this.#listening;
    const press = (one: DomMark | null | undefined) => one && onPress(one.field, one.at);
    const on = <K extends keyof DocumentEventMap>(kind: K, run: (event: DocumentEventMap[K]) => void) =>
      doc.addEventListener(kind, run, { capture: true, signal });
    const within = (target: EventTarget | null) => this.#places.find(({ element }) => element === target);
    on('click', ({ target, clientX, clientY }) => press(this.#placeAt(target, clientX, clientY)));
    on('pointermove', ({ target, clientX, clientY }) => this.#hover(this.#placeAt(target, clientX, clientY)));
    on('focusin', ({ target }) => this.#hover(within(target) ?? null));
    on('focusout', () => this.#hover(null));
    on('keydown', (event) => {
      if (event.key === 'Escape') onLeave();
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      press(within(event.target));
    });
    doc.documentElement.addEventListener('pointerleave', () => this.#hover(null), { signal });
    const fit = () => {
      this.#draw();
      // The sheet of phones takes the place where the sentence may have been.
      this.#reach();
    };
    doc.defaultView?.addEventListener('resize', fit, { signal });
  }

  #limit(): void {
    const only = this.#differing;
    this.#places = only === null ? this.#all : this.#all.filter(({ field }) => only.has(field));
    reachable(this.#doc, this.#places.filter(isVisible));
  }

  #hover(next: DomMark | null): void {
    if (next === this.#hovered) return;
    this.#hovered = next;
    this.#draw();
  }

  #draw(): void {
    const chosen = this.#chosen === null ? [] : this.#shown(this.#chosen);
    const tagged = (is: Outlined['is']) => (one: DomMark) => ({
      is,
      place: one,
      tag: this.#labelOf(one.field),
    });
    const all: Outlined[] =
      this.#differing === null
        ? chosen.map(tagged('chosen'))
        : this.#places.filter(isVisible).map(tagged('differs'));
    for (const { field, name } of this.#peers) {
      const [first] = this.#shown(field);
      if (first) all.push({ is: 'peer', place: first, tag: `${name}: ${this.#labelOf(field)}` });
    }
    const hovered = this.#hovered;
    if (hovered !== null && (this.#differing !== null || !chosen.includes(hovered)))
      all.push(tagged('hovered')(hovered));
    for (const element of this.#doc.querySelectorAll<HTMLElement>('[data-hidden]')) {
      const tag = this.#hiddenLabelOf(element.dataset['hidden'] ?? '');
      all.push({ is: 'hidden', place: { field: '', at: '', element, nodes: [], attribute: null }, tag });
    }
    this.#outlines.draw(all);
  }

  /** The places of a field that somebody sees. */
  #shown(field: string): DomMark[] {
    return this.#places.filter((one) => one.field === field && isVisible(one));
  }

  /** The innermost place around an element; of several in one element the one nearest to the pointer. */
  #placeAt(target: EventTarget | null, x: number, y: number): DomMark | null {
    for (let one = target as Element | null; one !== null; one = one.parentElement) {
      const here = this.#places.filter(({ element, attribute }) => element === one && attribute !== 'href');
      const away = (a: DomMark) => distance(this.#outlines.rectOf(a), x, y);
      const [nearest] = here.toSorted((a, b) => away(a) - away(b));
      if (nearest) return nearest;
    }
    return null;
  }
}

function isVisible({ element, attribute }: DomMark): boolean {
  return attribute !== 'href' && element.closest('head') === null && element.getClientRects().length > 0;
}

function isTitle(element: Element): boolean {
  return element.closest('h1, h2') !== null;
}

/** Tab goes from one thing that is edited to the next, and to nothing else. */
function reachable(doc: Document, places: readonly DomMark[]): void {
  for (const one of doc.querySelectorAll<HTMLElement>(
    'a, button, input, textarea, select, summary, [tabindex]',
  ))
    one.tabIndex = -1;
  for (const { element } of places) (element as HTMLElement).tabIndex = 0;
}

/** Lines of text have different tops. */
/** `from`, `to`: of each node. */
function linesIn(nodes: readonly Text[], from = 0, to = Infinity): number {
  const tops = new Set<number>();
  for (const node of nodes) {
    const range = node.ownerDocument.createRange();
    range.setStart(node, from);
    range.setEnd(node, Math.min(to, node.length));
    for (const { top, height } of range.getClientRects()) if (height > 0) tops.add(Math.round(top / 4));
  }
  return tops.size;
}

function distance({ left, top, right, bottom }: DOMRect, x: number, y: number): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** The page’s bar stays over what is scrolled. */
const BAR = 76;

/** So that a quarter of the window is above, or less if the sentence would be cut below. */
function scrollTo(doc: Document, { top, bottom }: DOMRect): void {
  const view = doc.defaultView;
  if (view === null || (top >= BAR && bottom < view.innerHeight * 0.75)) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const above = Math.min(view.innerHeight * 0.25, view.innerHeight - (bottom - top));
  view.scrollTo({
    top: top + view.scrollY - Math.max(above, BAR),
    behavior: isStill ? 'instant' : 'smooth',
  });
}
