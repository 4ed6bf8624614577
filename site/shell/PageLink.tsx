import { createContext, use, type ComponentProps, type MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { innerPageAt } from '#contract/pages.ts';
import type { Pages } from './pages.ts';

/** Null where no script brings pages: then a link is a link. */
export const PagesContext = createContext<Pages | null>(null);

/** The link that was pressed last: of two whose scripts are on their way, that one is followed. */
let pressed: symbol | null = null;

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { href: string; onFollow?: () => void };

/**
 * A link to another page of the site: its script comes as soon as a pointer, finger or focus is on the link, and the
 * page changes once it is there. `onFollow`: called when the page is about to change.
 */
export function PageLink({ href, onFollow, children, ...rest }: Props) {
  const pages = use(PagesContext);
  const page = innerPageAt(href);
  // A script that does not come is met again, and reported, when the link is followed.
  const prefetch = () => void (page && pages?.load(page).catch(() => {}));
  function onClick(event: MouseEvent) {
    const { metaKey, ctrlKey, shiftKey, altKey, button } = event;
    if (!pages || !page || metaKey || ctrlKey || shiftKey || altKey || button !== 0) return;
    event.preventDefault();
    onFollow?.();
    const press = (pressed = Symbol(href));
    const unlessLater = (follow: () => void) => () => press === pressed && follow();
    // Without its script the page is still a document.
    pages.load(page).then(
      unlessLater(() => navigate(href)),
      unlessLater(() => location.assign(href)),
    );
  }
  return (
    <a
      href={href}
      {...rest}
      onClick={onClick}
      onPointerEnter={prefetch}
      onTouchStart={prefetch}
      onFocus={prefetch}
    >
      {children}
    </a>
  );
}
