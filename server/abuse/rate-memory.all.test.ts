import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { HOUR } from '#contract/time.ts';
import { createRateLimit } from './rate.ts';

const START = Math.floor(Date.UTC(2026, 0) / HOUR) * HOUR;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heldMegabytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

test('a million networks within an hour take less than 50 MB (catches: all are remembered, or each with its whole signature)', async (t) => {
  // As long as a real signature, which would take half a minute.
  const secrets = {
    sign: (_purpose: string, data: string | Uint8Array) => hash('sha256', data, 'base64url'),
  };
  const deps = { pool: null, secrets, now: () => START, onError: assert.ifError };
  const limit = await createRateLimit(deps);
  const before = heldMegabytes();
  for (let i = 0; i < 1_000_000; i += 1) await limit.take(`2001:db8:${i >> 16}:${i & 0xffff}::/64`);
  const taken = heldMegabytes() - before;
  t.diagnostic(`${taken.toFixed(1)} MB`);
  assert.ok(taken < 50, `${taken} MB`);
  // Also keeps the limiter from being garbage-collected early.
  assert.deepEqual(await limit.take('203.0.113.7'), { ok: true, soft: false });
});
