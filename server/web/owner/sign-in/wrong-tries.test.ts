import assert from 'node:assert/strict';
import { makeServerLink } from '#server/owners/links.ts';
import { newToken } from '#server/owners/token.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { callerOf, codeOf, startOwnerApp } from '#test/fixtures/owner.ts';

testOnEach(
  'of 100 wrong links 20 are checked, then the network waits; the right one still comes in (S10)',
  async (t, open) => {
    const store = await open();
    const now = Date.now();
    const { port } = await startOwnerApp(t, store, { now: () => now });
    const guesser = callerOf(port, 0, 'x=y');
    const codes: string[] = [];
    for (let n = 0; n < 100; n++) {
      const path = n % 2 === 0 ? '/session/link' : '/session/link/look';
      const answer = await guesser.post(path, { token: newToken(), name: 'Eve' });
      codes.push(codeOf(answer));
      if (answer.status === 429) assert.ok(Number(answer.headers['retry-after']) <= 900);
    }
    assert.deepEqual(codes, [...Array(20).fill('invalid-fields'), ...Array(80).fill('too-many-requests')]);
    const { token } = await makeServerLink(store.write, { owner: null, now });
    assert.equal((await guesser.post('/session/link', { token, name: 'Ana' })).status, 200);
  },
);
