import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/http/log.ts';
import { loadBuild } from '#server/pages/build.ts';
import { createSite } from '#server/pages/site.ts';
import { openStore } from '#server/store.ts';
import { createSubscribeStore } from '#server/subscribe/store.ts';

/**
 * The collector with a planted fault, to show that the proofs fail when they should.
 * usage: node weakened.ts <dist> NORMAL|OFF|ack-first
 */
const [, , dist = '', fault = ''] = process.argv;
const { siteUrl, dataDir, port, host } = readConfig(process.env);
const log = createLog(
  (line) => process.stdout.write(line),
  () => new Date(),
);
const build = loadBuild(dist);
const opened = await openStore(
  {
    dataDir,
    databaseUrl: null,
    consentTexts: build.manifest.consentTexts,
    now: Date.now,
    onFatal: () => process.exit(1),
  },
  fault === 'NORMAL' || fault === 'OFF' ? fault : 'FULL',
);
if (!opened.ok) throw new Error(opened.refusal.message);
const { database } = opened;
const store = createSubscribeStore(database, { doubleOptIn: true, forward: false }, Date.now);
const app = await createApp({
  siteUrl,
  site: createSite(build, siteUrl),
  store: {
    add: (subscription) => {
      const outcome = store.add(subscription);
      return fault === 'ack-first' ? Promise.resolve('stored') : outcome;
    },
  },
  canStore: async () => (await database.readiness()).ready,
  log,
});
app.server.listen({ host, port }, () => {
  const address = app.server.address();
  const bound = typeof address === 'object' ? address?.port : null;
  log.info('listening', { address: `http://${host}:${bound}` });
});
