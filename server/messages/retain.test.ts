import assert from 'node:assert/strict';
import { DAY } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { deleteMessages } from './retain.ts';

const NOW = Date.UTC(2026, 4, 1, 12);
const BEFORE = { suspect: NOW - 30 * DAY, all: null };
const REST = {
  body_hash: 'h',
  company: 'A',
  email: 'a@example.com',
  phone: '912345678',
  website: null,
  message: 'Hello',
  language: 'en' as const,
};

async function put(store: TestStore, name: string, suspect: string | null, at: number): Promise<void> {
  await store.write
    .insertInto('message')
    .values({ ...REST, name, key: name, suspect, created_at: at })
    .execute();
}

async function names({ write }: TestStore): Promise<string[]> {
  const rows = await write.selectFrom('message').select('name').orderBy('id').execute();
  return rows.map(({ name }) => name);
}

testOnEach(
  'messages held as a robot’s go after their days, people’s stay (catches: suspects were kept forever)',
  async (_t, open) => {
    const store = await open();
    await put(store, 'person', null, NOW - 3_000 * DAY);
    await put(store, 'old robot', 'honeypot', NOW - 30 * DAY - 1);
    await put(store, 'robot', 'honeypot', NOW - 30 * DAY);
    assert.equal(await deleteMessages(store.write, BEFORE), 1);
    assert.deepEqual(await names(store), ['person', 'robot']);
    assert.equal(await deleteMessages(store.write, BEFORE), 0);
  },
);

testOnEach('more of them than one piece of work go too', async (_t, open) => {
  const store = await open();
  const rows = Array.from({ length: 1_203 }, (_, n) => ({
    ...REST,
    name: 'robot',
    key: `k${n}`,
    suspect: 'token',
    created_at: 0,
  }));
  for (let at = 0; at < rows.length; at += 200)
    await store.write
      .insertInto('message')
      .values(rows.slice(at, at + 200))
      .execute();
  assert.equal(await deleteMessages(store.write, BEFORE), 1_203);
  assert.deepEqual(await names(store), []);
});
