import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The first view of a document is announced by the browser itself. */
let isFirst = true;
/** Where a page has begun to wait, and focus is not on its heading: it stays where it is once the page is there. */
let waitsAt: string | null = null;

/**
 * For the heading of a view: where one follows another, focus goes to it and the page begins at its top. `waits`: it stands
 * there until the view has been read, which has a heading of its own.
 */
export function useArrival(waits = false): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const { pathname } = location;
    const shown = heading.current;
    if (!isFirst && pathname !== waitsAt) {
      shown?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    isFirst = false;
    waitsAt = null;
    return () => {
      if (waits && document.activeElement !== shown) waitsAt = pathname;
    };
  }, [waits]);
  return heading;
}
