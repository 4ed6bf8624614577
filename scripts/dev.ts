import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { isSoonState, type SoonState } from '#contract/pages.ts';
import { loadEnvFile, readConfig } from '#server/config.ts';
import { buildIfChanged } from './build.ts';
import { ROOT } from './build/root.ts';
import { viteConfig } from './build/vite.ts';

// Vite with hot reload in front, the collector under `node --watch` behind it: what is saved is what runs.
loadEnvFile();
const config = readConfig(process.env);
const collectorPort = config.port + 1;

type Prerender = {
  renderDocument(
    state: SoonState,
    language: Language,
    assets: unknown,
    consent: Record<Language, string>,
  ): string;
};

/** Renders `/soon` from the sources at every request, as the build would, with Vite's own client in place of the starter. */
async function renderSoon(server: ViteDevServer, url: URL): Promise<string> {
  const { renderDocument } = (await server.ssrLoadModule('/site/prerender.tsx')) as Prerender;
  const state = url.searchParams.get('state');
  const language = LANGUAGES.find((lang) => lang === url.searchParams.get('lang')) ?? 'en';
  const starter = `import '/site/client.tsx';`;
  const assets = { css: '', font: '/ui/font/funnel-display.woff2', early: '', swap: '', starter, chunks: [] };
  const consent = { en: 'development', pt: 'development' };
  const html = renderDocument(isSoonState(state) ? state : 'idle', language, assets, consent);
  return server.transformIndexHtml(url.pathname, html);
}

function soonPage(): Plugin {
  return {
    name: 'soon-page',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', config.siteUrl);
        const isPage =
          request.method === 'GET' && !/[.@]/.test(url.pathname) && !url.pathname.startsWith('/api');
        if (!isPage) return next();
        if (url.pathname !== '/soon') return void response.writeHead(302, { Location: '/soon' }).end();
        renderSoon(server, url).then(
          (html) => response.setHeader('Content-Type', 'text/html').end(html),
          next,
        );
      });
    },
  };
}

// The collector serves pages too, and refuses to start without them.
await buildIfChanged(config);
spawn(process.execPath, ['--watch', join(ROOT, 'server/main.ts')], {
  env: { ...process.env, PORT: String(collectorPort), SITE_URL: config.siteUrl },
  stdio: 'inherit',
});
const base = viteConfig(config);
const vite = await createServer({
  ...base,
  appType: 'custom',
  plugins: [...(base.plugins ?? []), soonPage()],
  server: {
    port: config.port,
    host: config.host,
    strictPort: true,
    proxy: { '/api': `http://127.0.0.1:${collectorPort}` },
  },
});
await vite.listen();
vite.printUrls();
