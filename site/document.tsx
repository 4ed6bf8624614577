import type { Language } from '#contract/language.ts';
import { LANGUAGES } from '#contract/language.ts';
import { isLiveState, soonAddress, type SoonState } from '#contract/pages.ts';
import { site } from '#site.config';
import { texts } from './language/LanguageProvider.tsx';
import { SITE_URL } from './settings.ts';
import { subscriptionTexts } from './subscription/texts.ts';

/** What scripts/build.ts has made and every document carries. */
export type Assets = {
  /** Critical CSS: all of it is inlined, first paint needs only the document. */
  css: string;
  /** Address of the web font. */
  font: string;
  /** Inline scripts; `null` where a document needs none. */
  early: string;
  swap: string;
  starter: string;
  /** Chunks in the order they are started: React, then the site. */
  chunks: string[];
};

export type DocumentProps = {
  state: SoonState;
  language: Language;
  assets: Assets;
  /** Markup of the page in its own language, and in the others, ready to be swapped in before the first paint. */
  markup: Record<Language, string>;
  consent: Record<Language, string>;
};

/** The html around a page. Rendered once at build; React hydrates only what is inside #root. */
export function Document({ state, language, assets, markup, consent }: DocumentProps) {
  const { meta } = texts[language];
  const live = isLiveState(state);
  return (
    <html lang={language} data-theme="dark">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{titleOf(state, language)}</title>
        <meta name="description" content={meta.description} />
        <meta name="format-detection" content="telephone=no" />
        {state !== 'idle' && <meta name="robots" content="noindex" />}
        {!live && state !== 'privacy' && <meta name="referrer" content="no-referrer" />}
        <meta name="color-scheme" content="dark light" />
        <Inline code={assets.early} />
        <link rel="preload" as="font" type="font/woff2" href={assets.font} crossOrigin="anonymous" />
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
        {live &&
          assets.chunks.map((href) => (
            <link key={href} rel="modulepreload" fetchPriority="low" href={href} />
          ))}
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        {state === 'idle' && <Alternates language={language} />}
      </head>
      <body>
        <div
          id="root"
          data-state={state}
          data-consent={live ? JSON.stringify(consent) : undefined}
          dangerouslySetInnerHTML={{ __html: markup[language] }}
        />
        {LANGUAGES.filter((other) => other !== language).map((other) => (
          <template
            key={other}
            lang={other}
            title={titleOf(state, other)}
            data-description={texts[other].meta.description}
            dangerouslySetInnerHTML={{ __html: markup[other] }}
          />
        ))}
        <Inline code={assets.swap} />
        {live && <script type="module" dangerouslySetInnerHTML={{ __html: assets.starter }} />}
      </body>
    </html>
  );
}

function Inline({ code }: { code: string }) {
  return <script dangerouslySetInnerHTML={{ __html: code }} />;
}

function titleOf(state: SoonState, language: Language): string {
  const { meta, privacy } = texts[language];
  const { name } = site.brand;
  if (isLiveState(state)) return meta.title(name);
  const { title } = state === 'privacy' ? privacy : subscriptionTexts[language][state];
  return `${title}: ${name}`;
}

function Alternates({ language }: { language: Language }) {
  const address = (lang: Language) =>
    lang === 'en' ? `${SITE_URL}/soon` : SITE_URL + soonAddress('idle', lang);
  return (
    <>
      <link rel="canonical" href={address(language)} />
      {LANGUAGES.map((lang) => (
        <link key={lang} rel="alternate" hrefLang={lang} href={address(lang)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address('en')} />
    </>
  );
}
