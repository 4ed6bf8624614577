import { useEffect } from 'react';
import { PATIENCE } from './patience.ts';
import { nothingTyped } from './typed.ts';

/**
 * A placeholder while a script loads. If the script hangs, navigates to the document that shows the
 * same, unless typed text would be lost. `href`: that document; '' for the current URL.
 */
export function Late({ href }: { href: string }) {
  useEffect(() => {
    const timer = setTimeout(() => nothingTyped() && location.assign(href), PATIENCE);
    return () => clearTimeout(timer);
  }, [href]);
  return null;
}
