import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { openTestStore } from '#test/fixtures/store.ts';

const GOOD = { name: 'Rui', days: 7 };

const REFUSED: readonly [body: unknown, problems: string[]][] = [
  [{}, ['name missing', 'days missing']],
  [[], ['name missing', 'days missing']],
  [null, ['name missing', 'days missing']],
  [{ ...GOOD, name: null }, ['name invalid']],
  [{ name: 'a'.repeat(1_001), days: 7.5 }, ['name invalid', 'days invalid']],
  [{ days: 0 }, ['name missing', 'days invalid']],
  [{ ...GOOD, name: '\0', days: '\0' }, ['days invalid', 'name invalid']],
  [{ ...GOOD, more: [{ '\0': 1 }] }, ['more invalid']],
];

test('a refused body names each missing or invalid field once; what no row asks for is ignored, unless it has a NUL', async (t) => {
  const store = await openTestStore(t);
  const { port } = await startOwnerApp(t, store);
  const owner = await signedIn(port, store.write);
  for (const [body, expected] of REFUSED) {
    const answer = await owner.post('/previews', body);
    const { problems } = JSON.parse(answer.body.toString()) as {
      problems: { field: string; code: string }[];
    };
    assert.deepEqual(
      [answer.status, problems.map(({ field, code }) => `${field} ${code}`)],
      [422, expected],
      JSON.stringify(body),
    );
  }
  assert.equal((await owner.post('/previews', { ...GOOD, more: [{ a: 1 }] })).status, 200);
});
