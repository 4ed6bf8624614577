import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { NOW, person } from '#test/fixtures/command.ts';
import { someoneWaits } from '#test/fixtures/store.ts';
import { verbsOf } from '#test/fixtures/subscription.ts';
import { importPart } from './part.ts';
import { beginImport, takeBack } from './runs.ts';
import { addPeople } from './store.ts';

testOnEach(
  'a part reports what becomes of each row, by the lines of the whole file, dry as it then does (catches: by those of the part)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    for (const name of ['eva', 'rui', 'old']) await store.add(person(`${name}@example.com`));
    const verbs = verbsOf(store, () => NOW);
    await verbs.leave(2);
    await verbs.erase(3);
    // As in an export of Google Contacts, with a line break in the header.
    const head = 'Name,E-mail 1 - Value,Labels';
    const names = ['ana', 'eva', 'rui', 'old', 'ana'];
    const rows = [
      ...names.map((name) => `X,${name}@example.com,friends`),
      '"two\nlines",sofia(at)example.com,',
      'Z,,',
    ];
    const expected = [
      [102, 'ana@example.com', 'added'],
      [103, 'eva@example.com', 'known'],
      [104, 'rui@example.com', 'left'],
      [105, 'old@example.com', 'erased'],
      [106, 'ana@example.com', 'known'],
      [107, 'sofia(at)example.com', 'refused', 'invalid'],
      [109, '', 'refused', 'required'],
    ];
    for (const dry of [true, false]) {
      const part = {
        head,
        text: rows.join('\r\n'),
        line: 102,
        consent: 'ask' as const,
        answers: [],
        shape: null,
        run: null,
        dry,
      };
      const imported = await importPart(store.database, part, NOW);
      assert.ok(imported.ok);
      assert.deepEqual(
        imported.lines.map(({ line, address, fate, why }) => [line, address, fate, ...(why ? [why] : [])]),
        expected,
      );
      assert.deepEqual(imported.unread, ['Name', 'Labels']);
      assert.equal(imported.lastMail, dry ? null : NOW + 18_000);
    }
    const { n } = await store.write
      .selectFrom('subscription')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    assert.equal(Number(n), 3);
  },
);

testOnEach('a file that is not a list is refused as such, with the line (catches: 500)', async (_t, open) => {
  const store = await open();
  const of = (head: string, text: string) =>
    importPart(
      store.database,
      { head, text, line: 2, consent: 'ask', answers: [], shape: null, run: null, dry: true },
      NOW,
    );
  assert.deepEqual(await of('Name,Phone', 'a,b'), {
    ok: false,
    code: 'no-address-column',
    line: 1,
    column: '1',
  });
  assert.deepEqual(await of('email', 'a@example.com\n"x'), {
    ok: false,
    code: 'quote-open',
    line: 3,
    column: 'email',
  });
  assert.deepEqual(await of('', ''), { ok: false, code: 'empty', line: 1, column: '1' });
});

testOnEach(
  'an import that is undone while it runs adds nobody (catches: people who cannot be taken back)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    const run = await beginImport(store.write, NOW);
    const of = (name: string) => [
      { address: `${name}@example.com`, key: `${name}@example.com`, language: 'en' as const, agreedAt: null },
    ];
    let undone: Promise<unknown> = Promise.resolve();
    await addPeople(store.write, of('ana'), {
      run,
      now: NOW,
      nextMail: async () => {
        undone = takeBack(store.write, run, NOW);
        if (store.kind === 'postgres') await someoneWaits(store);
        return () => NOW;
      },
    });
    await undone;
    const left = () => store.write.selectFrom('subscription').select('key').execute();
    assert.deepEqual(await left(), []);
    for (const status of ['subscribed', 'unsubscribed']) {
      const about = { line: 2, answers: [], shape: null, dry: false, consent: 'list' as const };
      const part = { ...about, head: 'email,status', text: `eva@example.com,${status}`, run };
      assert.deepEqual(await importPart(store.database, part, NOW), {
        ok: false,
        code: 'taken-back',
        line: 2,
        column: '1',
      });
    }
    assert.deepEqual(await left(), []);
    assert.deepEqual(await store.write.selectFrom('erasure').select('hash').execute(), []);
  },
);
