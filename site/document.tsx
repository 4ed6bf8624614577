import type { Language } from '#contract/language.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { SiteValues } from '#contract/site.ts';
import { JsonScript } from './Json.tsx';
import { ListingHead, type Listing } from './Listing.tsx';
import { VALUES_ID } from './values.ts';

/** Parts of every document that scripts/build.ts makes. */
export type Assets = {
  /** URL of the web font. */
  font: string;
  /** The CSS, fully inlined: the first paint needs only the document. */
  css: string;
  /** URL of the styles of all pages, for documents whose page may change. */
  styles?: string;
  /** Inline scripts; `null` if a document needs none. */
  early: string;
  swap: string;
  begin: string;
  /** Chunks in execution order: React, then the site. */
  chunks: string[];
};

export type DocumentProps = {
  language: Language;
  meta: Record<Language, { title: string; description: string }>;
  /** Whether the document runs the site's script. */
  live: boolean;
  /** What its script has to know about the owner; null where the program’s defaults hold. */
  values: Partial<SiteValues> | null;
  /** Null where no search engine may show the document. */
  listing: Listing | null;
  /** Its URL is secret: no Referer may be sent. */
  secret: boolean;
  /** Facts for the document's script, as `data-` attributes of the root. */
  data: Record<`data-${string}`, string>;
  assets: Assets;
  /** The page's markup in its own language, and in the others, to be swapped in before the first paint. */
  markup: Record<Language, string>;
  /** Markup shown only after an action, by the ID under which the script finds it. */
  later?: Record<string, string>;
};

/**
 * The HTML around a page. Rendered once at build; React hydrates only what is inside #root. What is shown later is
 * kept as a script’s text: text browsers and reading modes would show what is in a `<template>`.
 */
export function Document(props: DocumentProps) {
  const { language, meta, live, values, listing, secret, data, assets, markup, later = {} } = props;
  return (
    <html lang={language} data-theme="dark">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{meta[language].title}</title>
        <meta name="description" content={meta[language].description} />
        <meta name="format-detection" content="telephone=no" />
        {listing === null && <meta name="robots" content="noindex" />}
        {secret && <meta name="referrer" content="no-referrer" />}
        <meta name="color-scheme" content="dark light" />
        <Inline code={assets.early} />
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
        {/* Blocks rendering until the end of the markup, if supported: a partial paint would shift. */}
        <link rel="expect" href="#end" blocking="render" />
        {live &&
          assets.chunks.map((href) => (
            <link
              key={href}
              rel="modulepreload"
              fetchPriority="low"
              // Applied after the first frame: the last script here removes it.
              media="not all"
              href={href}
            />
          ))}
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {listing !== null && <ListingHead language={language} meta={meta[language]} listing={listing} />}
      </head>
      <body>
        <div id="root" {...data} dangerouslySetInnerHTML={{ __html: markup[language] }} />
        <span id="end" hidden />
        {LANGUAGES.filter((other) => live || other !== language).map((other) => (
          <script
            key={other}
            lang={other}
            type="text/html"
            title={meta[other].title}
            data-description={meta[other].description}
            dangerouslySetInnerHTML={{ __html: markup[other] }}
          />
        ))}
        {Object.entries(later).map(([id, html]) => (
          <script key={id} id={id} type="text/html" dangerouslySetInnerHTML={{ __html: html }} />
        ))}
        {values !== null && <JsonScript id={VALUES_ID} data={values} />}
        <Inline code={live ? assets.begin : assets.swap} />
      </body>
    </html>
  );
}

function Inline({ code }: { code: string }) {
  return <script dangerouslySetInnerHTML={{ __html: code }} />;
}
