import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import type { Guard } from '#server/abuse/guard.ts';
import { databaseFile } from '#server/store/open.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { startApp } from '#test/fixtures/app.ts';
import { postForm, postJson } from '#test/fixtures/requests.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';

const STATES = ['pending', 'confirmed', 'unsubscribed', 'suppressed', 'suspect'];

/** One address in each possible state. */
async function fill(store: TestStore): Promise<void> {
  const verbs = verbsOf(store, () => 0);
  for (const state of STATES) {
    await store.add(subscription(state, { suspect: state === 'suspect' ? 'token' : null }));
  }
  for (const state of ['confirmed', 'unsubscribed']) await verbs.confirm((await rowOf(store, state)).id);
  for (const state of ['unsubscribed', 'suppressed']) await verbs.leave((await rowOf(store, state)).id);
}

/** Suspects everybody who fills the honeypot. */
const guard: Guard = {
  judge({ value }) {
    const { topic } = value as { topic?: string };
    return { suspect: topic ? 'honeypot' : null, mailWait: 0 };
  },
  token: () => '',
};

testOnEach(
  'new, known, left, suppressed, suspect and disposable addresses are answered alike, byte for byte (catches: any told apart)',
  async (t, open) => {
    const store = await open();
    await fill(store);
    const { port } = await startApp(t, { store, guard });
    const names = ['new', ...STATES];
    const emails = [...names.map((name) => `${name}@example.com`), 'new@mailinator.com'];
    const [json, form] = [new Set<string>(), new Set<string>()];
    for (const topic of ['', 'SEO']) {
      for (const email of emails) {
        for (const [seen, answer] of [
          [json, await postJson(port, { email, topic })],
          [form, await postForm(port, `email=${encodeURIComponent(email)}&topic=${topic}`)],
        ] as const) {
          delete answer.headers.date;
          seen.add(JSON.stringify([answer.status, answer.headers, answer.body.toString()]));
        }
      }
    }
    assert.deepEqual([json.size, form.size], [1, 1], [...json, ...form].join('\n'));
    assert.equal(JSON.parse([...json][0] ?? '')[0], 202);
  },
);

test('a known address costs the disk a write and a sync like a new one (catches: ids that do not count on, where its commit would write nothing)', async (t) => {
  const store = await openTestStore(t);
  await fill(store);
  const size = () => statSync(`${databaseFile(store.dataDir)}-wal`).size;
  for (const suspect of [null, 'token'] as const) {
    for (const name of STATES) {
      for (let times = 0; times < 2; times++) {
        const before = size();
        assert.equal(await store.add(subscription(name, { suspect })), 'stored');
        assert.ok(size() > before, `${name}, ${suspect ?? 'a person'}`);
      }
    }
  }
});

testOnEach(
  'no answer comes before the time that new and known ones need (catches: at once)',
  async (_t, open) => {
    const store = await open();
    await fill(store);
    for (const name of ['new', ...STATES]) {
      const start = performance.now();
      await store.add(subscription(name));
      // Timers have whole milliseconds.
      assert.ok(performance.now() - start > 3.9, name);
    }
  },
);
