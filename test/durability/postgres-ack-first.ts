import pg from 'pg';
import type { QueryResult } from 'pg';
import { main } from '#server/main.ts';

/**
 * The collector with a planted fault, to show that the proof can fail: it acknowledges while the statement is
 * still on its way to PostgreSQL. usage: node postgres-ack-first.ts <dist>
 */
type Send = (config: { name?: string; values?: unknown[][] }) => Promise<Pick<QueryResult, 'rows'>>;

const WAY_MS = 100;
const prototype = pg.Client.prototype as unknown as { query: Send };
const send = prototype.query;
prototype.query = function query(config, ...rest) {
  if (config.name !== 'add_new') return send.call(this, config, ...rest);
  setTimeout(() => void send.call(this, config).catch(() => {}), WAY_MS);
  return Promise.resolve({ rows: (config.values?.[0] ?? []).map((key) => ({ key })) });
};
await main(process.env, process.argv[2]);
