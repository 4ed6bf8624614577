import { useEffect } from 'react';
import { PATIENCE } from './patience.ts';
import { nothingTyped } from './typed.ts';

/**
 * Stands where a script is on its way. One that hangs leaves it to the browser to go to the document that shows the
 * same, unless that would throw typed text away. `href`: where that is, '' for this very address.
 */
export function Late({ href }: { href: string }) {
  useEffect(() => {
    const timer = setTimeout(() => nothingTyped() && location.assign(href), PATIENCE);
    return () => clearTimeout(timer);
  }, [href]);
  return null;
}
