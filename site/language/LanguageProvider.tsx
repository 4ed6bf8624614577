import { useState, type ReactNode } from 'react';
import { LANGUAGE_KEY, toggled, type Language } from '#contract/language.ts';
import { site } from '#site.config';
import { keep } from '../storage/local.ts';
import { texts } from '../text/texts.ts';
import { LanguageContext } from './use-language.ts';

/** `initial` is the language of the document that is being rendered or hydrated. */
export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(initial);
  function toggle() {
    const next = toggled(language);
    setLanguage(next);
    showInDocument(next);
    remember(next);
  }
  return <LanguageContext value={{ language, text: texts[language], toggle }}>{children}</LanguageContext>;
}

/** Everything outside React's root that speaks: switched in the same task as the page itself. */
function showInDocument(language: Language): void {
  const { meta } = texts[language];
  document.documentElement.lang = language;
  document.title = meta.title(site.brand.name);
  document.querySelector('meta[name=description]')?.setAttribute('content', meta.description);
}

/** Local storage for the browser, a cookie so that the server answers with the right document next time. */
function remember(language: Language): void {
  keep(LANGUAGE_KEY, language);
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LANGUAGE_KEY}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  // An explicit ?lang= would win over the choice at the next load.
  const url = new URL(location.href);
  if (url.searchParams.has('lang')) {
    url.searchParams.delete('lang');
    history.replaceState(history.state, '', url);
  }
}
