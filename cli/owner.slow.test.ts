import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { perform, settingsOf } from '#test/fixtures/command.ts';
import { callerOf, cookieIn, jsonOf, startOwnerApp } from '#test/fixtures/owner.ts';
import { ownerLink, ownerList, ownerRemove } from './owner.ts';

testOnEach(
  'the link of the server makes the first owner, and lets one in who has lost everything',
  async (t, open) => {
    const store = await open();
    const settings = await settingsOf(store, { SITE_URL: 'http://localhost:3000' });
    const clock = { time: Date.UTC(2026, 6, 1, 12) };
    const { port } = await startOwnerApp(t, store, { now: () => clock.time });
    const run = (command: typeof ownerLink, ...args: string[]) =>
      perform(command, args, settings, clock.time);
    const stranger = callerOf(port, 0, 'x=y');
    const enter = (said: string[]) => {
      const [, token = ''] =
        /^http:\/\/localhost:3000\/dashboard\/sign-in#([\w-]{43})$/.exec(said[0] ?? '') ?? [];
      return stranger.post('/session/link', { token });
    };

    const first = await run(ownerLink, '--name', 'Ana');
    clock.time += 29 * 60_000;
    assert.equal((await enter(first.said)).status, 200);
    await store.write.insertInto('owner').values({ name: 'Rui', language: 'pt', created_at: 0 }).execute();
    assert.match(
      (await run(ownerLink)).warned[0] ?? '',
      /Which owner\? Give a name or an ID: Ana \(1\), Rui \(2\)/,
    );
    assert.match((await run(ownerLink, '--name', 'Eva')).warned[0] ?? '', /No owner called Eva/);

    const late = await run(ownerLink, '--name', 'ana');
    clock.time += 10 * 60_000;
    assert.equal((await enter(late.said)).status, 422);
    const lost = await run(ownerLink, '--name', 'ana');
    const ana = callerOf(port, 1, cookieIn(await enter(lost.said)));
    assert.equal((await ana.get('/sessions')).status, 200);

    assert.match((await run(ownerRemove, 'Ana')).warned[0] ?? '', /is the last owner/);
    assert.equal((await run(ownerRemove, '2')).code, 0);
    assert.deepEqual(
      (await run(ownerList)).said.map((line) => line.split(/\s{2,}/)[1]),
      ['name', 'Ana'],
    );
    const { rows } = jsonOf<{ rows: { action: string; owner: string }[] }>(await ana.get('/audit-log'));
    assert.deepEqual([rows[0]?.action, rows[0]?.owner], ['owner-removed', 'command line']);
  },
);
