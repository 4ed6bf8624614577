import { useEffect, useRef, type RefObject } from 'react';

/** The first view of a document is announced by the browser itself. */
let isFirst = true;

/** For the heading of a view: where one follows another, focus goes to it and the page begins at its top. */
export function useArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst) {
      heading.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    isFirst = false;
  }, []);
  return heading;
}
