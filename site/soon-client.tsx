import './styles.ts';
import { hydrateRoot } from 'react-dom/client';
import { FALLBACK_LANGUAGE } from '#contract/language.ts';
import { PATHS } from '#contract/pages.ts';
import { startTags } from './analytics/tags.ts';
import { App, type InitialView } from './App.tsx';
import { handOver } from './inline/hand-over.ts';
import { Hydrated } from './inline/Hydrated.tsx';
import { firstVisit } from './routing/first-visit.ts';

/** Reads what the document shows: React hydrates the same tree, in the inline script's language. */
function shownIn(root: HTMLElement): InitialView {
  const { state, consent } = root.dataset;
  return {
    state: state as InitialView['state'],
    language: handOver.language ?? FALLBACK_LANGUAGE,
    consent: JSON.parse(consent ?? '{}') as InitialView['consent'],
  };
}

const root = document.getElementById('root');
if (root) {
  firstVisit();
  // A static host serves this document for unknown paths; the URL follows what is shown.
  if (location.pathname !== PATHS.soon) history.replaceState(null, '', PATHS.soon + location.search);
  history.scrollRestoration = 'manual';
  startTags();
  handOver.taken = true;
  hydrateRoot(
    root,
    <>
      <App shown={shownIn(root)} />
      <Hydrated />
    </>,
  );
}
