import Fastify from 'fastify';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/http/log.ts';
import { loadBuild } from '#server/pages/build.ts';
import { createSite } from '#server/pages/site.ts';
import { openStore } from '#server/store.ts';
import { createSubscribeStore } from '#server/subscribe/store.ts';

/**
 * The real collector with one route more, on the same server: `POST /echo` gives back the JSON it got. What
 * storing costs is measured against it. usage: node server.ts <dist>
 */
const { siteUrl, dataDir, port, host } = readConfig(process.env);
const log = createLog(
  (line) => process.stdout.write(line),
  () => new Date(),
);
const build = loadBuild(process.argv[2] ?? '');
const opened = await openStore({
  dataDir,
  databaseUrl: null,
  consentTexts: build.manifest.consentTexts,
  now: Date.now,
  onFatal: ({ message }) => {
    log.error(message);
    process.exit(1);
  },
});
if (!opened.ok) throw new Error(opened.refusal.message);
const { database } = opened;
const store = createSubscribeStore(database, { doubleOptIn: true, forward: false }, Date.now);
const site = createSite(build, siteUrl);
const app = await createApp({
  siteUrl,
  site,
  store,
  log,
  canStore: async () => (await database.readiness()).ready,
});

const echo = Fastify();
echo.post('/echo', (request, reply) => reply.send(request.body));
await echo.ready();
const [answer] = app.server.listeners('request');
app.server.removeAllListeners('request');
app.server.on('request', (request, response) => {
  if (request.url === '/echo') echo.routing(request, response);
  else answer?.call(app.server, request, response);
});
app.server.listen({ host, port }, () => {
  const address = app.server.address();
  log.info('listening', { address: `http://${host}:${typeof address === 'object' ? address?.port : port}` });
});
