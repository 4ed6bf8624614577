import './styles.ts';
import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { isLanguage } from '#contract/language.ts';
import { PATHS } from '#contract/pages.ts';
import { startTags } from './analytics/tags.ts';
import { App, type Shown } from './App.tsx';
import { noteFirstVisit } from './routing/first-visit.ts';

/** The document says what it shows: the same tree is hydrated, in the language the inline script left it in. */
function shownIn(root: HTMLElement): Shown {
  const { lang } = document.documentElement;
  const { state, consent } = root.dataset;
  return {
    state: state as Shown['state'],
    language: isLanguage(lang) ? lang : 'en',
    consent: JSON.parse(consent ?? '{}') as Shown['consent'],
  };
}

/** Tells the inline starter that presses and submits are answered from here on. */
function Hydrated() {
  useEffect(() => void dispatchEvent(new Event('hydrated')), []);
  return null;
}

const root = document.getElementById('root');
if (root) {
  noteFirstVisit();
  // A static host answers unknown addresses with this same document; the address follows what is shown.
  if (location.pathname !== PATHS.soon) history.replaceState(null, '', PATHS.soon + location.search);
  history.scrollRestoration = 'manual';
  startTags();
  hydrateRoot(
    root,
    <>
      <App shown={shownIn(root)} />
      <Hydrated />
    </>,
  );
}
