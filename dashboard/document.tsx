import { renderToStaticMarkup } from 'react-dom/server';
import { FALLBACK_LANGUAGE, LANGUAGES } from '#contract/language.ts';
import type { Brand } from './brand.ts';
import { REST_WORDS } from './text/dictionaries.ts';

/** URLs of the build's output. */
type Assets = { early: string; script: string; chunks: string[]; styles: string[] };

/** The html around the dashboard, the same at all its addresses. It has nothing that its policy would need to allow. */
export async function renderDocument(
  { early, script, chunks, styles }: Assets,
  { name, markAt, hasLogo }: Brand,
): Promise<string> {
  const dictionaries = await Promise.all(
    LANGUAGES.map(async (language) => ({ language, dictionary: await REST_WORDS[language]() })),
  );
  const html = renderToStaticMarkup(
    <html lang={FALLBACK_LANGUAGE} data-theme="dark">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{name}</title>
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="dark light" />
        <script src={early} />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {chunks.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <script type="module" src={script} />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      </head>
      <body>
        <div id="root" data-brand={JSON.stringify({ name, markAt, hasLogo })} />
        <noscript>
          {dictionaries.map(({ language, dictionary }) => (
            <p key={language} lang={language}>
              {dictionary.signin.noScript}
            </p>
          ))}
        </noscript>
      </body>
    </html>,
  );
  return `<!doctype html>${html}`;
}
