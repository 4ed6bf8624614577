import { LANGUAGE_KEY, type Language } from '#contract/language.ts';
import { handOver } from '../inline/hand-over.ts';
import { dropParameter } from '../routing/drop-parameter.ts';
import { keep } from '../storage/local.ts';

/** Updates words outside the page's own markup, in the same task as the page itself. */
export function speak(language: Language, title: string, description: string): void {
  handOver.language = language;
  document.documentElement.lang = language;
  document.title = title;
  document.querySelector('meta[name=description]')?.setAttribute('content', description);
}

/** Local storage for the browser, a cookie for the server's next answer. */
export function remember(language: Language): void {
  keep(LANGUAGE_KEY, language);
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LANGUAGE_KEY}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  // An explicit ?lang= would override the choice at the next load.
  dropParameter('lang');
}
