import './styles.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { isLiveState, PATHS, type LiveState, type SiteManifest, type SoonState } from '#contract/pages.ts';
import { site } from '#site.config';
import { App } from './App.tsx';
import { Document, type Assets } from './document.tsx';
import { LanguageProvider, texts } from './language/LanguageProvider.tsx';
import { noticeIn } from './privacy/PrivacyNotice.tsx';
import { PrivacyPage } from './privacy/PrivacyPage.tsx';
import { OutcomePage } from './subscription/OutcomePage.tsx';
import { subscriptionTexts } from './subscription/texts.ts';
import { TokenPage } from './subscription/TokenPage.tsx';

type Consent = Record<Language, string>;

/** Exactly what a visitor reads and agrees to when sending the form: prompt, note and the whole notice. */
export function consentText(language: Language): string {
  const { soon, privacy } = texts[language];
  const notice = noticeIn(language).map(([term, words]) => `${term}: ${words}`);
  return [soon.subscribeMessage, privacy.note(site.brand.name), ...notice].join('\n');
}

/** What the server fills the page `me` with. */
export function manifestWords(language: Language): SiteManifest['words'][Language] {
  const { states, languages } = subscriptionTexts[language];
  return { states, languages };
}

/** One whole document as HTML. `consent` is the version of `consentText` in each language. */
export function renderDocument(
  state: SoonState,
  language: Language,
  assets: Assets,
  consent: Consent,
): string {
  const markup = Object.fromEntries(
    LANGUAGES.map((lang) => [lang, renderPage(state, lang, consent)]),
  ) as Record<Language, string>;
  const props = { state, language, assets, markup, consent };
  return `<!doctype html>${renderToStaticMarkup(<Document {...props} />)}`;
}

function renderPage(state: SoonState, language: Language, consent: Consent): string {
  if (isLiveState(state)) {
    return renderToString(<App shown={{ state, language, consent }} path={PATHS.soon} />);
  }
  return renderToStaticMarkup(<LanguageProvider initial={language}>{plainPageOf(state)}</LanguageProvider>);
}

function plainPageOf(state: Exclude<SoonState, LiveState>): ReactNode {
  switch (state) {
    case 'privacy':
      return <PrivacyPage />;
    case 'confirm':
    case 'unsubscribe':
    case 'me':
      return <TokenPage state={state} />;
    case 'confirmed':
    case 'unsubscribed':
    case 'erased':
    case 'expired':
      return <OutcomePage state={state} />;
  }
}
