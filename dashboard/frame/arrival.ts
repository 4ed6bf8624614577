import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** The first view of a document is announced by the browser itself. */
let isFirst = true;
/** Where a page has begun to wait, and focus is not on its heading: it stays where it is once the page is there. */
let waitsAt: string | null = null;

/**
 * For the heading of a view: where one follows another, focus goes to it and the page begins at its top. `waits`: it stands
 * there until the view has been read, which has a heading of its own. From stage to stage of one view it goes only where it
 * was lost: what somebody reads does not jump because mails begin to leave.
 */
export function useArrival(waits = false, stage = ''): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<string | null>(null);
  useLayoutEffect(() => {
    const { pathname } = location;
    const shown = heading.current;
    const isOfSameView = before.current !== null && before.current !== stage;
    const stays = isOfSameView ? document.activeElement !== document.body : isFirst || pathname === waitsAt;
    before.current = stage;
    if (!stays) {
      shown?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    isFirst = false;
    waitsAt = null;
    return () => {
      if (waits && document.activeElement !== shown) waitsAt = pathname;
    };
  }, [waits, stage]);
  return heading;
}

export const ROW = 'main :is(li, tbody tr, dl > div)';

/** The row of a list that the keyboard was last in, also while a dialog asks about it. */
let list: Element | null = null;
let at = 0;

addEventListener('focusin', ({ target }) => {
  if (!(target instanceof Element) || target.closest('dialog')) return;
  const row = target.closest(ROW);
  list = row && row.parentElement;
  at = row && list ? [...list.children].indexOf(row) : 0;
});

/**
 * Where what had the focus is gone, the keyboard goes on from the row that took its place, or the last one: not from its
 * button, which a key held down would press too. Without a row it goes on from the heading.
 */
export function keepPlace(): void {
  if (document.activeElement !== document.body) return;
  const rows = list?.isConnected ? list.children : [];
  const row = rows[Math.min(at, rows.length - 1)];
  if (row instanceof HTMLElement) focusRow(row);
  else document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

export function focusRow(row: HTMLElement): void {
  const link = row.querySelector<HTMLElement>('[data-row]');
  if (!link) row.tabIndex = -1;
  (link ?? row).focus();
}

/** For a page whose stages follow each other in place: the button that led on has gone with its stage. */
export function useStages(stage: string): void {
  const known = useRef(stage);
  useEffect(() => {
    if (known.current !== stage) keepPlace();
    known.current = stage;
  }, [stage]);
}
