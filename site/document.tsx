import type { Language } from '#contract/language.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { SiteValues } from '#contract/site.ts';
import { Json } from './Json.tsx';
import { ListingHead, type Listing } from './Listing.tsx';
import { VALUES_ID } from './values.ts';

/** Parts of every document that scripts/build.ts has made. */
export type Assets = {
  /** Address of the web font. */
  font: string;
  /** Critical CSS: all of it is inlined, first paint needs only the document. */
  css: string;
  /** Address of the styles of all pages, for documents whose page may change. */
  styles?: string;
  /** Inline scripts; `null` where a document needs none. */
  early: string;
  swap: string;
  begin: string;
  /** Chunks in the order they are started: React, then the site. */
  chunks: string[];
};

export type DocumentProps = {
  language: Language;
  meta: Record<Language, { title: string; description: string }>;
  /** Whether the site's script runs in it. */
  live: boolean;
  /** What its script has to be told about the owner; null where the program’s defaults hold. */
  values: Partial<SiteValues> | null;
  /** Null where no search engine may show the document. */
  listing: Listing | null;
  /** Its own address must not be told to others. */
  secret: boolean;
  /** Facts about the document for its script, as `data-` attributes of the root. */
  data: Record<`data-${string}`, string>;
  assets: Assets;
  /** Markup of the page in its own language, and in the others, ready to be swapped in before the first paint. */
  markup: Record<Language, string>;
  /** Markup that is shown only after an action, by the id under which the script finds it. */
  later?: Record<string, string>;
};

/** The html around a page. Rendered once at build; React hydrates only what is inside #root. */
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
        {/* What is painted half moves when the rest comes: no frame before the end of the markup (browsers that know it). */}
        <link rel="expect" href="#end" blocking="render" />
        {live &&
          assets.chunks.map((href) => (
            <link
              key={href}
              rel="modulepreload"
              fetchPriority="low"
              // After the first frame: the last script here takes it away.
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
          <template
            key={other}
            lang={other}
            title={meta[other].title}
            data-description={meta[other].description}
            dangerouslySetInnerHTML={{ __html: markup[other] }}
          />
        ))}
        {Object.entries(later).map(([id, html]) => (
          <template key={id} id={id} dangerouslySetInnerHTML={{ __html: html }} />
        ))}
        {values !== null && <Json id={VALUES_ID} data={values} />}
        <Inline code={live ? assets.begin : assets.swap} />
      </body>
    </html>
  );
}

function Inline({ code }: { code: string }) {
  return <script dangerouslySetInnerHTML={{ __html: code }} />;
}
