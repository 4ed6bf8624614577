import { createContext, use, type ComponentProps, type MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { FALLBACK_LANGUAGE, LANGUAGE_KEY, type Language } from '#contract/language.ts';
import { addressIn, caseAt, innerPageAt, type DocumentName } from '#contract/pages.ts';
import { PATIENCE } from '../errors/patience.ts';
import { useLanguage } from '../language/use-language.ts';
import { goToPart } from '../routing/landing.ts';
import { recall } from '../storage/local.ts';
import { bringStory } from '../work/cases.ts';
import { change } from './change.ts';
import type { Pages } from './pages.ts';

/** Null where no script loads pages: links then are plain links. */
export const PagesContext = createContext<Pages | null>(null);

/** The link pressed last. If the scripts of two links are loading, only this link is followed. */
let pressed: symbol | null = null;
const forgetPress = () => {
  pressed = null;
};

/** The language of URLs that name none, if none was chosen; the server says which if this URL names one. */
const usual = typeof document === 'undefined' ? FALLBACK_LANGUAGE : usualIn(document.documentElement);

function usualIn({ lang, dataset }: HTMLElement): string {
  const isAsked = new URLSearchParams(location.search).has('lang');
  return isAsked ? (dataset['usual'] ?? FALLBACK_LANGUAGE) : lang;
}

/** The URL of the next page. Keeps a language that only the current URL names; a chosen one is stored. */
function nextAddress(path: string, language: Language): string {
  const known = recall(LANGUAGE_KEY) ?? usual;
  return language === known ? path : `${path}?lang=${language}`;
}

/** All that a page needs: its script, and of a case its words. */
const bring = (pages: Pages, page: DocumentName, slug: string | null) =>
  Promise.all([pages.load(page), slug === null ? null : bringStory(slug)]);

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  href: string;
  /** The `id` of the linked part of the page. */
  fragment?: string | undefined;
  onFollow?: () => void;
};

/**
 * A link to another page of the site: its script is prefetched on hover, touch or focus, and the page changes
 * once it has loaded; if that takes too long, the browser navigates. Its URL has the language, for other tabs
 * and visitors without script. `onFollow`: called when the page is about to change.
 */
export function PageLink({ href, fragment, onFollow, children, ...rest }: Props) {
  const pages = use(PagesContext);
  const { language } = useLanguage();
  const slug = caseAt(href);
  const page = slug === null ? innerPageAt(href) : 'work';
  const part = fragment === undefined ? '' : `#${fragment}`;
  // A script that fails to load is reported when the link is followed.
  const prefetch = () => void (page && pages && bring(pages, page, slug).catch(() => {}));
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
    // A link to the current page scrolls to its top or the linked part, without a history entry.
    const stay = unlessLater(() => {
      navigate(address, { replace: true });
      scrollTo(0, 0);
      goToPart();
    });
    const leave = unlessLater(() => navigate(address));
    bring(pages, page, slug).then(() => {
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
