import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#contract/language.ts';
import {
  FORM_PAGES,
  innerPageAt,
  isSoonState,
  PATHS,
  type DocumentName,
  type DocumentState,
  type SoonState,
} from '#contract/pages.ts';
import { loadEnvFile, readConfig } from '#server/config.ts';
import { books } from '#site.config';
import { buildIfChanged } from './build.ts';
import { givenBooks, offerOf } from './build/books.ts';
import { ROOT } from './build/root.ts';
import { viteConfig } from './build/vite.ts';
import { endWith } from './end-with.ts';

// Vite with hot reload in front, the collector under `node --watch` behind it: what is saved is what runs. With
// STAGE=live the pages behind the Coming Soon page, which stays at its address.
loadEnvFile();
const config = readConfig(process.env);
const collectorPort = config.port + 1;

type Prerender = {
  renderDocument(state: SoonState, language: Language, assets: unknown, consents: unknown): string;
  renderPage(
    page: DocumentName,
    state: DocumentState,
    language: Language,
    assets: unknown,
    consents: unknown,
  ): string;
};

/** No page was agreed to in earnest here. */
const CONSENTS = Object.fromEntries(
  FORM_PAGES.map((page) => [
    page,
    Object.fromEntries(LANGUAGES.map((language) => [language, 'development'])),
  ]),
);

/** Renders a page from the sources at every request, as the build would, with Vite's own client in place of the starter. */
async function renderAt(server: ViteDevServer, url: URL): Promise<string> {
  const { renderDocument, renderPage } = (await server.ssrLoadModule('/site/prerender.tsx')) as Prerender;
  const isSoon = url.pathname === PATHS.soon;
  const asked = url.searchParams.get('lang');
  const language = isLanguage(asked) ? asked : FALLBACK_LANGUAGE;
  const assets = {
    css: '',
    font: '/ui/font/funnel-display.woff2',
    early: '',
    swap: '',
    starter: `import '/site/${isSoon ? 'client' : 'inner-client'}.tsx';`,
    chunks: [],
  };
  const state = url.searchParams.get('state');
  const html = isSoon
    ? renderDocument(isSoonState(state) ? state : 'idle', language, assets, CONSENTS)
    : renderPage(innerPageAt(url.pathname) ?? 'missing', 'idle', language, assets, CONSENTS);
  return server.transformIndexHtml(url.pathname, html);
}

function pages(): Plugin {
  return {
    name: 'pages',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', config.siteUrl);
        const isPage =
          request.method === 'GET' && !/[.@]/.test(url.pathname) && !url.pathname.startsWith('/api');
        if (!isPage) return next();
        if (url.pathname !== PATHS.soon && config.stage === 'soon') {
          return void response.writeHead(302, { Location: PATHS.soon }).end();
        }
        renderAt(server, url).then((html) => response.setHeader('Content-Type', 'text/html').end(html), next);
      });
    },
  };
}

// The collector serves pages too, and refuses to start without them.
await buildIfChanged(config);
endWith(
  spawn(process.execPath, ['--watch', join(ROOT, 'server/main.ts')], {
    env: { ...process.env, PORT: String(collectorPort), SITE_URL: config.siteUrl },
    stdio: 'inherit',
  }),
);
const base = viteConfig({ ...config, offer: offerOf(givenBooks(config, books)) });
const vite = await createServer({
  ...base,
  appType: 'custom',
  plugins: [...(base.plugins ?? []), pages()],
  server: {
    port: config.port,
    host: config.host,
    strictPort: true,
    // The API, and what the build has drawn.
    proxy: { '^/(api|share|favicon|icon|apple)': `http://127.0.0.1:${collectorPort}` },
  },
});
await vite.listen();
vite.printUrls();
