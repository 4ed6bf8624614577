import { spawn, spawnSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { createLogger, createServer, type Plugin, type ViteDevServer } from 'vite';
import { FALLBACK_LANGUAGE, inEach, isLanguage, type Language } from '#contract/language.ts';
import type { ShownDocument } from '#contract/documents.ts';
import { caseAt, FORM_PAGES, innerPageAt, isNewsletterAt, isSoonState, PATHS } from '#contract/pages.ts';
import { problem } from '#contract/problem.ts';
import { toldCases, type SiteConfig, type SiteValues } from '#contract/site.ts';
import { readConfig } from '#server/base/config.ts';
import { loadEnvFile } from '#server/base/env-file.ts';
import { ROOT } from '#server/base/root.ts';
import { viteConfig } from './build/vite.ts';
import { DRAWN, draftValues } from './draft-values.ts';
import { keepLooking } from '#server/stage/look.ts';
import { endWith } from './end-with.ts';
import { makeSample, SAMPLE_SETTINGS, sampleLink } from './sample.ts';

// Vite with hot reload in front of the collector, which runs under `node --watch`. STAGE=live serves the
// pages behind the Coming Soon page, which keeps its path. --sample uses a list of invented people.
const isSample = process.argv.includes('--sample');
if (isSample) Object.assign(process.env, SAMPLE_SETTINGS);
loadEnvFile();
// Nobody waits for the mails of a program under development.
process.env['MAILS'] ||= 'files';
const config = readConfig(process.env);
const collectorPort = config.port + 1;
const valuesNow = draftValues(config);

type SiteRenderer = {
  setValues(values: SiteValues): void;
  renderDocument(shown: ShownDocument, language: Language, assets: unknown, consents: unknown): string;
};

type DashboardRenderer = { renderDocument(assets: unknown, brand: SiteConfig['brand']): Promise<string> };

/** In development nobody gives real consent. */
const CONSENTS = Object.fromEntries(FORM_PAGES.map((page) => [page, inEach(() => 'development')]));

/** The dashboard from the sources: the same document, with Vite's client added. */
async function dashboardAt(server: ViteDevServer, url: URL): Promise<string> {
  const { renderDocument } = (await server.ssrLoadModule('/dashboard/document.tsx')) as DashboardRenderer;
  const assets = { early: '/dashboard/early.ts', script: '/dashboard/client.tsx', chunks: [], styles: [] };
  const html = await renderDocument(assets, (await valuesNow()).brand);
  return server.transformIndexHtml(url.pathname, html.replace('<script src=', '<script type="module" src='));
}

/** Renders a page from the sources at every request, with Vite's client in place of our scripts. */
async function renderAt(server: ViteDevServer, url: URL): Promise<string> {
  const { setValues, renderDocument } = (await server.ssrLoadModule('/site/prerender.tsx')) as SiteRenderer;
  const values = await valuesNow();
  setValues(values);
  const shown = shownAt(url, values);
  const asked = url.searchParams.get('lang');
  const language = isLanguage(asked) ? asked : FALLBACK_LANGUAGE;
  const assets = {
    css: '',
    font: '/ui/font/funnel-display.woff2',
    early: '',
    swap: '',
    // Runs after Vite's client, which is a module.
    begin: `addEventListener('DOMContentLoaded', async () => { await import('/site/inline/draw.ts'); await import('/site/${shown.page === 'soon' ? 'soon' : 'inner'}-client.tsx'); });`,
    chunks: [],
  };
  const html = renderDocument(shown, language, assets, CONSENTS);
  return server.transformIndexHtml(url.pathname, html);
}

function shownAt({ pathname, searchParams }: URL, values: SiteValues): ShownDocument {
  const told = toldCases(values).find(({ slug }) => slug === caseAt(pathname));
  if (told !== undefined) return { page: 'work', state: 'idle', ...told };
  if (isNewsletterAt(pathname) && values.newsletter !== null) return { page: 'newsletter', state: 'idle' };
  if (pathname !== PATHS.soon) return { page: innerPageAt(pathname) ?? 'missing', state: 'idle' };
  const state = searchParams.get('state');
  return { page: 'soon', state: isSoonState(state) ? state : 'idle' };
}

/** What the owner writes shows at once. */
function reloadWithDraft(server: ViteDevServer): void {
  let shown: SiteValues | null = null;
  keepLooking(async () => {
    const values = await valuesNow();
    if (shown !== null && shown !== values) server.ws.send({ type: 'full-reload' });
    shown = values;
  });
}

function pages(): Plugin {
  return {
    name: 'pages',
    configureServer(server) {
      reloadWithDraft(server);
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', config.siteUrl);
        const isPage =
          request.method === 'GET' && !/[.@]/.test(url.pathname) && !url.pathname.startsWith('/api');
        if (!isPage) return next();
        const answer = (html: string) => void response.setHeader('Content-Type', 'text/html').end(html);
        if (/^\/dashboard(\/|$)/.test(url.pathname)) return void dashboardAt(server, url).then(answer, next);
        if (url.pathname !== PATHS.soon && config.stage === 'soon') {
          return void response.writeHead(302, { Location: PATHS.soon }).end();
        }
        renderAt(server, url).then(answer, next);
      });
    },
  };
}

/** Paths served by the collector: the API, and files drawn by the build. */
const COLLECTORS = /^\/(api|share|favicon|icon|apple|static)/;

/** Proxies requests to the collector. While it restarts or has failed, visitors are asked to retry. */
function collector(): Plugin {
  return {
    name: 'collector',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { method, url: path = '/', headers } = request;
        if (!COLLECTORS.test(path)) return next();
        const drawn = join(DRAWN, new URL(path, config.siteUrl).pathname);
        if (path.startsWith('/static/media/') && existsSync(drawn))
          return void createReadStream(drawn).pipe(response);
        const passedOn = send({ port: collectorPort, method, path, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        });
        passedOn.on('error', () => {
          if (response.headersSent) return response.destroy();
          response.writeHead(503, { 'Content-Type': 'application/problem+json', 'Retry-After': '2' });
          response.end(JSON.stringify(problem('unavailable')));
        });
        request.pipe(passedOn);
      });
    },
  };
}

// The collector serves pages too, and refuses to start without them. Built in a child process: a build
// switches its process to React's production mode for good.
const built = spawnSync(process.execPath, [join(ROOT, 'scripts/build.ts'), '--if-changed'], {
  stdio: 'inherit',
});
if (built.status !== 0) process.exit(1);
if (isSample) await makeSample(config.dataDir);
endWith(
  spawn(process.execPath, ['--watch', join(ROOT, 'server/main.ts')], {
    env: { ...process.env, PORT: String(collectorPort), SITE_URL: config.siteUrl },
    stdio: 'inherit',
  }),
);
const base = viteConfig();
const vite = await createServer({
  ...base,
  customLogger: createLogger('warn'),
  // Found at the start: a dependency found later reloads the page, and typed text is lost.
  optimizeDeps: { entries: ['site/soon-client.tsx', 'site/inner-client.tsx', 'dashboard/client.tsx'] },
  appType: 'custom',
  plugins: [...(base.plugins ?? []), collector(), pages()],
  server: {
    port: config.port,
    host: config.host,
    strictPort: true,
  },
});
await vite.listen();
console.log(`What you save shows at ${config.siteUrl}${config.stage === 'soon' ? PATHS.soon : '/'}`);
if (isSample) console.log(`The owner signs in here: ${await sampleLink(config)}`);
