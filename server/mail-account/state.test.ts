import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '#server/base/log.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { readAnyRefusal } from './refusal.ts';
import { createAccountState } from './state.ts';

test('another account has refused nothing, whoever asks (catches: metrics and alerts still report the old one)', async (t) => {
  const { write: query } = await openTestStore(t);
  const used = { user: 'ana', time: 1_000 };
  const state = createAccountState({
    query,
    settings: () => ({
      mailRoute: { is: 'server', url: `smtp://${used.user}@mail.example` },
      mailFrom: 'us@mail.example',
    }),
    log: createLog(
      () => {},
      () => new Date(0),
    ),
    now: () => used.time,
  });
  await state.refuse('limit', '550 limit');
  assert.equal((await state.read()).refusal?.means, 'limit');
  used.user = 'rui';
  used.time = 5_000;
  const { refusal, endedAt } = await state.read();
  assert.deepEqual([refusal, endedAt], [null, 5_000]);
  assert.equal(await readAnyRefusal(query), null);
});
