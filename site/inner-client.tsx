import './styles.ts';
import { hydrateRoot } from 'react-dom/client';
import { isLanguage } from '#contract/language.ts';
import { PATHS } from '#contract/pages.ts';
import { startTags } from './analytics/tags.ts';
import { handOver } from './inline/hand-over.ts';
import { Hydrated } from './inline/Hydrated.tsx';
import { firstVisit } from './routing/first-visit.ts';
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

const root = document.getElementById('root');
if (root) {
  const page = root.dataset['page'] as InnerShown['page'];
  straightenAddress(page);
  firstVisit();
  history.scrollRestoration = 'manual';
  startTags();
  // Hydrating needs the page's own script: it has been brought already.
  await PAGE_CHUNKS.load(page);
  handOver.taken = true;
  hydrateRoot(
    root,
    <>
      <InnerApp shown={shownIn(root)} pages={PAGE_CHUNKS} />
      <Hydrated />
    </>,
  );
  // Styles that no first picture needs. Without them the page stands still.
  import('./motion/motion.ts').catch(() => {});
}
