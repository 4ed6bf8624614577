import './styles.ts';
import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { isLanguage } from '#contract/language.ts';
import { PATHS } from '#contract/pages.ts';
import { startTags } from './analytics/tags.ts';
import { noteFirstVisit } from './routing/first-visit.ts';
import { InnerApp, type InnerShown } from './shell/InnerApp.tsx';
import { PAGE_CHUNKS } from './shell/page-chunks.ts';

/** The document says what it shows: the same tree is hydrated, in the language the inline script left it in. */
function shownIn(root: HTMLElement): InnerShown {
  const { lang } = document.documentElement;
  const { page, state, consent } = root.dataset;
  return {
    page: page as InnerShown['page'],
    state: state as InnerShown['state'],
    language: isLanguage(lang) ? lang : 'en',
    consent: JSON.parse(consent ?? '{}') as InnerShown['consent'],
  };
}

/** A page also answers with a slash at its end, as static hosts add it: the address becomes the one its links have. */
function straightenAddress(page: InnerShown['page']): void {
  if (page === 'missing' || location.pathname === PATHS[page]) return;
  history.replaceState(history.state, '', PATHS[page] + location.search + location.hash);
}

/** Tells the inline starter that presses and submits are answered from here on. */
function Hydrated() {
  useEffect(() => void dispatchEvent(new Event('hydrated')), []);
  return null;
}

const root = document.getElementById('root');
if (root) {
  const shown = shownIn(root);
  straightenAddress(shown.page);
  noteFirstVisit();
  history.scrollRestoration = 'manual';
  startTags();
  // Hydrating needs the page's own script: the starter has brought it already.
  await PAGE_CHUNKS.load(shown.page);
  hydrateRoot(
    root,
    <>
      <InnerApp shown={shown} pages={PAGE_CHUNKS} />
      <Hydrated />
    </>,
  );
}
