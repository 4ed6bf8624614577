import './styles.ts';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { PATHS, type SoonState } from '#contract/pages.ts';
import { site } from '#site.config';
import { App } from './App.tsx';
import { Document, type Assets } from './document.tsx';
import { LanguageProvider, texts } from './language/LanguageProvider.tsx';
import { noticeIn } from './privacy/PrivacyNotice.tsx';
import { PrivacyPage } from './privacy/PrivacyPage.tsx';

type Consent = Record<Language, string>;

/** Exactly what a visitor reads and agrees to when sending the form: prompt, note and the whole notice. */
export function consentText(language: Language): string {
  const { soon, privacy } = texts[language];
  const notice = noticeIn(language).map(([term, words]) => `${term}: ${words}`);
  return [soon.subscribeMessage, privacy.note(site.brand.name), ...notice].join('\n');
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
  if (state === 'privacy') {
    return renderToStaticMarkup(
      <LanguageProvider initial={language}>
        <PrivacyPage />
      </LanguageProvider>,
    );
  }
  return renderToString(<App shown={{ state, language, consent }} path={PATHS.soon} />);
}
