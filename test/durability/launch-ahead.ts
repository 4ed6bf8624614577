import { registerHooks } from 'node:module';

/**
 * The collector with a planted fault, to show that the proof can fail: it starts mails that wait for a
 * connection. usage: node launch-ahead.ts <dist>
 */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/server/app/workers.ts')) return loaded;
    const source = loaded.source?.toString() ?? '';
    const planted = source.replace('limits: share(),', 'limits: { ...share(), mailConnections: 500 },');
    if (planted === source) throw new Error('the fault cannot be planted');
    return { ...loaded, source: planted };
  },
});
const { main } = await import('#server/main.ts');
await main(process.env, process.argv[2]);
