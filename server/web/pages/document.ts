import { FALLBACK_LANGUAGE, isLanguage, LANGUAGE_KEY, type Language } from '#contract/language.ts';
import type { Headers } from '#server/web/http/headers.ts';

/** What every prerendered document is sent with. */
export function documentHeaders(
  security: Headers,
  language: Language,
  cacheControl: 'no-cache' | 'no-store',
): Headers {
  return [
    ...security,
    'Content-Type',
    'text/html; charset=utf-8',
    'Content-Language',
    language,
    'Cache-Control',
    cacheControl,
    'Vary',
    'Cookie, Accept-Encoding',
  ];
}

const COOKIE = new RegExp(`(?:^|;\\s*)${LANGUAGE_KEY}=([^;\\s]*)`);

/** `?lang=`; without one the cookie decides, else English. */
export function languageOf(asked: string | null, cookie: string | undefined): Language {
  if (isLanguage(asked)) return asked;
  const stored = cookie === undefined ? undefined : COOKIE.exec(cookie)?.[1];
  return isLanguage(stored) ? stored : FALLBACK_LANGUAGE;
}
