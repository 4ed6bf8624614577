import './styles.ts';
import { hydrateRoot } from 'react-dom/client';
import { FALLBACK_LANGUAGE } from '#contract/language.ts';
import { caseAddress, caseAt, PATHS } from '#contract/pages.ts';
import { startTags } from './analytics/tags.ts';
import { handOver } from './inline/hand-over.ts';
import { Hydrated } from './inline/Hydrated.tsx';
import { firstVisit } from './routing/first-visit.ts';
import { InnerApp, type InnerShown } from './shell/InnerApp.tsx';
import { PAGE_CHUNKS } from './shell/page-chunks.ts';

/** Reads what the document shows: React hydrates the same tree, in the inline script's language. */
function shownIn(root: HTMLElement): InnerShown {
  const { page, state, consent } = root.dataset;
  return {
    page: page as InnerShown['page'],
    state: state as InnerShown['state'],
    language: handOver.language ?? FALLBACK_LANGUAGE,
    consent: JSON.parse(consent ?? '{}') as InnerShown['consent'],
  };
}

/** Static hosts add a trailing slash: replaces the URL by the one that links use. */
function straightenAddress(page: InnerShown['page']): void {
  const slug = caseAt(location.pathname);
  const path = page === 'work' ? slug && caseAddress(slug) : page === 'missing' ? null : PATHS[page];
  if (path === null || location.pathname === path) return;
  history.replaceState(history.state, '', path + location.search + location.hash);
}

const root = document.getElementById('root');
if (root) {
  const page = root.dataset['page'] as InnerShown['page'];
  straightenAddress(page);
  firstVisit();
  history.scrollRestoration = 'manual';
  startTags();
  // Hydration needs the page's own script, which is already loading.
  await PAGE_CHUNKS.load(page);
  handOver.taken = true;
  hydrateRoot(
    root,
    <>
      <InnerApp shown={shownIn(root)} pages={PAGE_CHUNKS} />
      <Hydrated />
    </>,
  );
  // Styles not needed for the first paint. Without them nothing moves.
  import('./motion/motion.ts').catch(() => {});
}
