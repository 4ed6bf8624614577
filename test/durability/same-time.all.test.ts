import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { BUSY_MS } from '#server/store/open.ts';
import { makeFolders, post, startCollector } from './collector.ts';
import { chanceOf } from './rank-test.ts';

/** Posts of new addresses, and as many of known ones. The scenario has 1 000. */
const POSTS = Number(process.env.TIMED_POSTS ?? 300);
/** Fewer rarely tell a small difference from chance. */
const ENOUGH = 1_000;
/** The scenario allows 5 ms, which is all that an answer takes. */
const NEAR_MS = 2;
const STATES = ['pending', 'confirmed', 'unsubscribed', 'suppressed'];

function addressOf(state: string): string {
  return `${state}@example.com`;
}

/** Adds one address in each state. */
function addKnown(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'embreve.sqlite'), { timeout: BUSY_MS });
  const add = db.prepare(
    `INSERT INTO subscription (key, address, language, state, consent, path, created_at) VALUES (?1, ?1, 'en', ?2, 'v1', '/', 1)`,
  );
  for (const state of STATES) add.run(addressOf(state), state);
  db.close();
}

/** Shuffles new and known addresses: each post affects the next one. */
function inRandomOrder(): { address: string; known: boolean }[] {
  const posts = Array.from({ length: POSTS }, (_, number) => [
    { address: `new-${number}@example.com`, known: false, place: Math.random() },
    { address: addressOf(STATES[number % STATES.length] ?? ''), known: true, place: Math.random() },
  ]);
  return posts.flat().toSorted((a, b) => a.place - b.place);
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Infinity;
}

test(`${POSTS} new and ${POSTS} known addresses are answered in the same time (S13; catches: known ones at once; in the long form, some 1 ms later)`, async (t) => {
  const folders = makeFolders(t);
  const { port } = await startCollector(t, folders);
  addKnown(folders.dataDir);
  const agent = new Agent({ keepAlive: true });
  const took = { new: [] as number[], known: [] as number[] };
  for (const { address, known } of inRandomOrder()) {
    const sentAt = performance.now();
    assert.equal(await post(port, address, agent), 202);
    took[known ? 'known' : 'new'].push(performance.now() - sentAt);
  }
  agent.destroy();
  const [ofNew, ofKnown] = [median(took.new), median(took.known)];
  const chance = chanceOf(took.new, took.known);
  t.diagnostic(
    `medians: new ${ofNew.toFixed(2)} ms, known ${ofKnown.toFixed(2)} ms; p = ${chance.toFixed(3)}`,
  );
  assert.ok(Math.abs(ofNew - ofKnown) <= NEAR_MS);
  if (POSTS >= ENOUGH) assert.ok(chance > 0.01, `p = ${chance}`);
});
