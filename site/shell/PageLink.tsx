import { createContext, use, type ComponentProps, type MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { FALLBACK_LANGUAGE, LANGUAGE_KEY, type Language } from '#contract/language.ts';
import { addressIn, innerPageAt } from '#contract/pages.ts';
import { PATIENCE } from '../errors/patience.ts';
import { useLanguage } from '../language/use-language.ts';
import { goToPart } from '../routing/landing.ts';
import { recall } from '../storage/local.ts';
import { change } from './change.ts';
import type { Pages } from './pages.ts';

/** Null where no script brings pages: then a link is a link. */
export const PagesContext = createContext<Pages | null>(null);

/** The link that was pressed last. When the scripts of two links are on their way, this one is followed. */
let pressed: symbol | null = null;
const forgetPress = () => {
  pressed = null;
};

/** The language that an address without one shows to a visitor who has not chosen; where this address asked for one, the server says which. */
const usual = typeof document === 'undefined' ? FALLBACK_LANGUAGE : usualIn(document.documentElement);

function usualIn({ lang, dataset }: HTMLElement): string {
  const isAsked = new URLSearchParams(location.search).has('lang');
  return isAsked ? (dataset['usual'] ?? FALLBACK_LANGUAGE) : lang;
}

/** The address of the next page. A chosen language is known there; a language that only the address asked for goes along. */
function nextAddress(path: string, language: Language): string {
  const known = recall(LANGUAGE_KEY) ?? usual;
  return language === known ? path : `${path}?lang=${language}`;
}

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  href: string;
  /** The part of the page that is meant, by its `id`. */
  fragment?: string | undefined;
  onFollow?: () => void;
};

/**
 * A link to another page of the site: its script comes as soon as a pointer, finger or focus is on the link, and the
 * page changes once it is there, or by the browser where it takes too long. Its address says the language, for another tab
 * and for visitors without script.
 * `onFollow`: called when the page is about to change.
 */
export function PageLink({ href, fragment, onFollow, children, ...rest }: Props) {
  const pages = use(PagesContext);
  const { language } = useLanguage();
  const page = innerPageAt(href);
  const part = fragment === undefined ? '' : `#${fragment}`;
  // A script that does not come is met again, and reported, when the link is followed.
  const prefetch = () => void (page && pages?.load(page).catch(() => {}));
  function onClick(event: MouseEvent) {
    const { metaKey, ctrlKey, shiftKey, altKey, button } = event;
    if (!pages || !page || metaKey || ctrlKey || shiftKey || altKey || button !== 0) return;
    event.preventDefault();
    onFollow?.();
    const press = (pressed = Symbol(href));
    const address = nextAddress(href, language) + part;
    const unlessLater = (follow: () => void) => () => {
      if (press !== pressed) return;
      forgetPress();
      follow();
    };
    // Without its script the page is still a document.
    const followAlone = unlessLater(() => location.assign(address));
    setTimeout(followAlone, PATIENCE);
    // A visitor who goes Back meanwhile stays there.
    addEventListener('popstate', forgetPress, { once: true });
    // To the page one is on: its beginning or the part that is meant, and no step that Back would have to undo.
    const stay = unlessLater(() => {
      navigate(address, { replace: true });
      scrollTo(0, 0);
      goToPart();
    });
    const leave = unlessLater(() => navigate(address));
    pages.load(page).then(() => {
      if (location.pathname === href) stay();
      else if (press === pressed) change('page', leave);
    }, followAlone);
  }
  return (
    <a
      href={addressIn(href, language) + part}
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
