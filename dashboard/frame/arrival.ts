import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** The browser announces the first view of a document itself. */
let isFirst = true;
/** The path of a page that is still loading while the focus is off its heading: the focus then stays put. */
let waitsAt: string | null = null;

/**
 * For the heading of a view. After a navigation it takes the focus and the page scrolls to the top. `waits`:
 * this heading stands in until the view has loaded and has its own. Between stages of one view, the heading
 * takes the focus only if the focus was lost: the page must not jump under a reader when sending begins.
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

/** The list and the row that had the keyboard focus last, also while a dialog is open about that row. */
let list: Element | null = null;
let at = 0;
/** The heading of the section around it, if it can take the focus. */
let heading: HTMLElement | null = null;

addEventListener('focusin', ({ target }) => {
  if (!(target instanceof Element) || target.closest('dialog')) return;
  const row = target.closest(ROW);
  list = row && row.parentElement;
  at = row && list ? [...list.children].indexOf(row) : 0;
  heading = target.closest('section')?.querySelector<HTMLElement>('h2[tabindex]') ?? null;
});

/**
 * If the focused element is gone, moves the focus to the row that replaced it, or to the last row: not to the
 * row's button, which a held-down key would press too. Without a row a heading takes the focus: the section's, or the page's.
 */
export function keepPlace(): void {
  if (document.activeElement !== document.body) return;
  const rows = list?.isConnected ? list.children : [];
  const row = rows[Math.min(at, rows.length - 1)];
  if (row instanceof HTMLElement) focusRow(row);
  else if (heading?.isConnected) heading.focus();
  else document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

export function focusRow(row: HTMLElement): void {
  const link = row.querySelector<HTMLElement>('[data-row]');
  if (!link) row.tabIndex = -1;
  (link ?? row).focus();
}

/** For a page whose stages replace each other in place: the pressed button is gone with its stage. */
export function useStages(stage: string): void {
  const known = useRef(stage);
  useEffect(() => {
    if (known.current !== stage) keepPlace();
    known.current = stage;
  }, [stage]);
}
