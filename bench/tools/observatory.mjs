// usage: NODE_EXTRA_CA_CERTS=<certificate> node observatory.mjs <host:port>; prints the scan as JSON. Offline: the list
// of preloaded HSTS hosts, which the package would download after its installation, is empty.
import { mkdirSync, writeFileSync } from 'node:fs';

const conf = new URL('node_modules/@mdn/mdn-http-observatory/conf/', import.meta.url);
mkdirSync(conf, { recursive: true });
writeFileSync(new URL('hsts-preload.json', conf), '{}');
const { scan } = await import('@mdn/mdn-http-observatory');
const { scan: result, tests } = await scan(process.argv[2]);
const rows = Object.entries(tests).map(([name, { pass, result: outcome, scoreModifier }]) => ({
  name,
  pass,
  outcome,
  scoreModifier,
}));
console.log(JSON.stringify({ grade: result.grade, score: result.score, tests: rows }));
