import type { DomMark } from './marks.ts';

/** What `differs` has a line under its words, and no tag; what is `hidden` no visitor sees. */
export type Outlined = {
  is: 'chosen' | 'hovered' | 'peer' | 'differs' | 'hidden';
  place: DomMark;
  tag: string;
};

/** Around the words, in pixels of the dashboard. */
const ROOM = 5;
const TAG = 13;

export type Outlines = ReturnType<typeof createOutlines>;

/**
 * Draws outlines and their tags into a document, in its own coordinates: they scroll with it. The page’s accent is used
 * where it has one, else the dashboard’s.
 */
export function createOutlines(doc: Document) {
  const layer = doc.createElement('x-outlines');
  layer.setAttribute('aria-hidden', 'true');
  Object.assign(layer.style, {
    position: 'absolute',
    top: '0',
    left: '0',
    zIndex: '2147483647',
    pointerEvents: 'none',
  });
  doc.documentElement.append(layer);
  let zoom = 1;

  function one(outlined: Outlined): HTMLElement[] {
    const view = doc.defaultView;
    const rect = rectOf(outlined.place);
    if (view === null || rect.width === 0) return [];
    const room = ROOM / zoom;
    const [x, y] = [rect.left + view.scrollX - room, rect.top + view.scrollY - room];
    const around = { x, y, width: rect.width + 2 * room, height: rect.height + 2 * room };
    const [box, tag] = [doc.createElement('x-outline'), doc.createElement('x-tag')];
    tag.textContent = outlined.tag;
    const { fontFamily } = view.getComputedStyle(doc.body);
    Object.assign(box.style, boxOf(around, outlined.is, zoom));
    if (outlined.is === 'differs') return [box];
    Object.assign(tag.style, { ...tagOf(around, outlined.is, zoom), fontFamily });
    return [box, tag];
  }

  /** Around all its words, in the window of the frame. */
  function rectOf({ element, nodes }: DomMark): DOMRect {
    const [first, last] = [nodes[0], nodes.at(-1)];
    if (first === undefined || last === undefined || !last.isConnected)
      return element.getBoundingClientRect();
    const range = doc.createRange();
    range.setStart(first, 0);
    range.setEnd(last, last.length);
    const rect = range.getBoundingClientRect();
    return rect.width > 0 ? rect : element.getBoundingClientRect();
  }

  return {
    rectOf,
    draw: (all: readonly Outlined[]): void => layer.replaceChildren(...all.flatMap(one)),
    setZoom(next: number): void {
      zoom = next;
    },
    end: (): void => layer.remove(),
  };
}

type Around = { x: number; y: number; width: number; height: number };

/** Not beyond the upper left edge of the page. */
function boxOf(
  { x, y, width, height }: Around,
  is: Outlined['is'],
  zoom: number,
): Partial<CSSStyleDeclaration> {
  const { line, colour } = lookOf(is);
  const border = `${line / zoom}px ${is === 'hovered' || is === 'hidden' ? 'dashed' : 'solid'} ${colour}`;
  return {
    position: 'absolute',
    boxSizing: 'border-box',
    left: `${Math.max(x, 0)}px`,
    top: `${Math.max(y, 0)}px`,
    width: `${width + Math.min(x, 0)}px`,
    height: `${height + Math.min(y, 0)}px`,
    ...(is === 'differs' ? { borderBottom: border } : { border }),
  };
}

/** Above the box, or below it where there is no room. */
function tagOf({ x, y, height }: Around, is: Outlined['is'], zoom: number): Partial<CSSStyleDeclaration> {
  const { line, colour, on } = lookOf(is);
  const tall = (TAG * 1.5) / zoom;
  return {
    position: 'absolute',
    left: `${Math.max(x, 0)}px`,
    top: `${y > tall ? y - tall : y + height}px`,
    padding: `0 ${6 / zoom}px`,
    fontSize: `${TAG / zoom}px`,
    fontWeight: '400',
    lineHeight: `${tall}px`,
    letterSpacing: '0',
    whiteSpace: 'nowrap',
    color: on,
    background: is === 'peer' ? ofPage('--bg') : colour,
    ...(is === 'peer' && { boxShadow: `0 0 0 ${line / zoom}px ${colour}` }),
  };
}

/** `on`: of words on its colour. */
function lookOf(is: Outlined['is']): { line: number; colour: string; on: string } {
  if (is === 'chosen') return { line: 2.5, colour: ofPage('--accent'), on: ofPage('--on-accent') };
  if (is === 'differs') return { line: 3, colour: ofPage('--accent'), on: ofPage('--on-accent') };
  if (is === 'hidden') return { line: 1.5, colour: ofPage('--muted'), on: ofPage('--bg') };
  if (is === 'hovered') return { line: 1.5, colour: ofPage('--text'), on: ofPage('--bg') };
  return { line: 2.5, colour: ownOf('--mark'), on: ofPage('--text') };
}

/** Of the page; an email has none, and gets the dashboard's. */
function ofPage(name: string): string {
  return `var(${name}, ${ownOf(name)})`;
}

function ownOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}
