import type { ImportConsent } from '#contract/owner/people.ts';
import assert from 'node:assert/strict';
import { HOUR } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { NOW, person } from '#test/fixtures/command.ts';
import { LAUNCH_WORDS } from '#test/fixtures/launch.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { verbsOf } from '#test/fixtures/subscription.ts';
import { insertDraft } from '#server/launch/draft.ts';
import { endTopics } from '../choices.ts';
import { joinNews } from '../news.ts';
import { importPart } from './part.ts';
import { forgetImports, recentImports, takeBack } from './runs.ts';

async function imported(
  store: TestStore,
  csv: string,
  { consent = 'ask' as ImportConsent, run = null as number | null, dry = false } = {},
  now = NOW,
) {
  const [head = '', ...rows] = csv.split('\n');
  const about = { line: 2, answers: [], shape: null, dry };
  const part = await importPart(store.database, { head, text: rows.join('\n'), consent, run, ...about }, now);
  assert.ok(part.ok);
  return part;
}

async function peopleOf({ write }: TestStore): Promise<string[]> {
  const rows = await write
    .selectFrom('subscription')
    .select(['key', 'state', 'suspect'])
    .orderBy('key')
    .execute();
  return rows.map(({ key, state, suspect }) => [key.split('@')[0], state, ...(suspect ?? [])].join(' '));
}

const listOf = (...names: string[]) => `email\n${names.map((name) => `${name}@example.com`).join('\n')}`;

testOnEach(
  'an import is taken back whole, but for people who have acted since (catches: nobody can be removed, or everybody is)',
  async (_t, open) => {
    let now = NOW - HOUR;
    const store = await open({ now: () => now });
    await store.add(person('waits@example.com'));
    await store.add(person('held@example.com', { suspect: 'x' as never }));
    const before = await peopleOf(store);
    const names = ['waits', 'held', 'ana', 'confirms', 'signs', 'asks', 'leaves'];
    now = NOW;
    const first = await imported(store, listOf(...names.slice(2)));
    const { run } = await imported(store, `${listOf('more')}\n`, { run: first.run });
    const second = await imported(store, listOf(...names), { consent: 'list' });
    now = NOW + HOUR;
    const verbs = verbsOf(store, () => now);
    const idOf = async (name: string) => (await verbs.findByKey(`${name}@example.com`))?.id ?? 0;
    // Of those whom the first import added, by the second.
    assert.deepEqual(await takeBack(store.write, second.run ?? 0, now), { removed: 7, stayed: 0 });
    assert.deepEqual(
      (await peopleOf(store)).filter((line) => !line.includes('pending')),
      [],
    );
    await verbs.confirm(await idOf('confirms'));
    await store.add(person('signs@example.com', { consent: 'v1' }));
    await store.add(person('asks@example.com', { interest: 'seo' }));
    await verbs.leave(await idOf('leaves'));
    assert.deepEqual(await recentImports(store.write, now), [
      { id: run, at: NOW, n: 6, until: NOW + 24 * HOUR },
    ]);
    assert.deepEqual(await takeBack(store.write, run ?? 0, now), { removed: 2, stayed: 4 });
    assert.deepEqual(await peopleOf(store), [
      'asks pending',
      'confirms confirmed',
      ...before.slice(0, 1),
      'leaves suppressed',
      'signs pending',
      ...before.slice(1),
    ]);
    const mails = await store.write.selectFrom('outbox').select('subject_id').execute();
    const ids = await store.write.selectFrom('subscription').select('id').execute();
    assert.ok(mails.every(({ subject_id }) => ids.some(({ id }) => id === subject_id)));
    assert.equal(await takeBack(store.write, run ?? 0, now), null, 'a second time');
  },
);

testOnEach(
  'a person who left by one list is added by no other, and still may sign up (catches: confirmed by the second list; never again)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    const first = await imported(
      store,
      'email,status\nleft@fio.example,unsubscribed\nstay@fio.example,subscribed',
      {
        consent: 'list',
      },
    );
    assert.deepEqual([first.counts.added, first.counts.left], [1, 1]);
    const again = await imported(store, 'email\nleft@fio.example', { consent: 'list' });
    assert.deepEqual([again.counts.added, again.counts.left], [0, 1]);
    // In one list, too, in whichever order.
    const twice = await imported(store, 'email,status\nx@fio.example,subscribed\nX@fio.example,bounced');
    assert.deepEqual([twice.counts.added, twice.counts.left], [0, 2]);
    await store.add(person('left@fio.example'));
    await imported(store, 'email\nleft@fio.example', { consent: 'list' });
    assert.deepEqual(await peopleOf(store), ['left pending', 'stay confirmed']);
    await takeBack(store.write, first.run ?? 0, NOW);
    await imported(store, 'email\nleft@fio.example', { consent: 'list' });
    assert.deepEqual(await peopleOf(store), ['left confirmed'], 'a list that is taken back says nothing');
  },
);

testOnEach(
  'a person who left by two lists stays out when one of them is taken back (catches: the other says nothing any more)',
  async (_t, open) => {
    for (const which of [0, 1]) {
      const store = await open({ now: () => NOW });
      const list = 'email,status\nleft@fio.example,unsubscribed\nstay@fio.example,subscribed';
      const runs = [await imported(store, list), await imported(store, list.replace('stay', 'more'))];
      await takeBack(store.write, runs[which]?.run ?? 0, NOW);
      const { counts } = await imported(store, 'email\nleft@fio.example', { consent: 'list' });
      assert.deepEqual([counts.added, counts.left], [0, 1], String(which));
    }
  },
);

testOnEach('after a day an import stays, and nothing says who came by it', async (_t, open) => {
  const store = await open({ now: () => NOW });
  const { run } = await imported(store, listOf('ana'));
  const later = NOW + 24 * HOUR;
  assert.deepEqual(await recentImports(store.write, later), []);
  assert.equal(await takeBack(store.write, run ?? 0, later), null);
  await forgetImports(store.write, later);
  assert.deepEqual(await store.write.selectFrom('list_import_person').selectAll().execute(), []);
  assert.equal((await peopleOf(store)).length, 1);
});

testOnEach(
  'a column that only the owner understands is answered before anything is added',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    const part = { head: 'email,Newsletter OK?', text: 'a@example.com,Sim\nb@example.com,N\u00e3o', line: 2 };
    const about = { ...part, consent: 'list' as const, shape: null, run: null };
    const look = await importPart(store.database, { ...about, answers: [], dry: true }, NOW);
    assert.ok(look.ok);
    assert.deepEqual(
      look.columns[0]?.answers.map(({ answer }) => answer),
      ['sim', 'nao'],
    );
    const open1 = await importPart(store.database, { ...about, answers: [], dry: false }, NOW);
    assert.deepEqual(open1, { ok: false, code: 'unanswered', line: 1, column: 'Newsletter OK?' });
    assert.deepEqual(await peopleOf(store), []);
    const answers = [{ place: 1, yes: ['sim'] }];
    await importPart(store.database, { ...about, answers, dry: false }, NOW);
    assert.deepEqual(await peopleOf(store), ['a confirmed']);
  },
);

const QUEUED = { state: 'queued', language: 'en', due_at: NOW, added_at: NOW } as const;

async function readersOf({ write }: TestStore): Promise<(string | undefined)[]> {
  const rows = await write
    .selectFrom('interest')
    .innerJoin('subscription', 'subscription.id', 'subscription_id')
    .select('key')
    .where('product', '=', 'news')
    .orderBy('key')
    .execute();
  return rows.map(({ key }) => key.split('@')[0]);
}

testOnEach(
  'a person who is on the list gets the newsletter by the owner’s word, unless they left it or all, and until it is taken back, but for a yes of their own since (catches: also those who left; never; their launch email is dropped; a yes of their own counts for nothing)',
  async (_t, open) => {
    const store = await open({ now: () => NOW - HOUR });
    const verbs = verbsOf(store, () => NOW - HOUR);
    const names = ['here', 'left-it', 'left-all', 'reads', 'says-yes'];
    await imported(store, listOf(...names), { consent: 'list' }, NOW - HOUR);
    const idOf = async (name: string) => (await verbs.findByKey(`${name}@example.com`))?.id ?? 0;
    const agreed = { version: null, language: 'en' } as const;
    for (const name of ['left-it', 'reads'])
      await joinNews(store.write, await idOf(name), agreed, NOW - HOUR);
    await endTopics(store.write, await idOf('left-it'), ['news'], NOW - HOUR);
    await verbs.leave(await idOf('left-all'));
    const { id: launch } = await insertDraft(store.write, 'launch', LAUNCH_WORDS, NOW);
    await store.write
      .insertInto('announcement_recipient')
      .values({ ...QUEUED, announcement_id: launch, subscription_id: await idOf('here') })
      .execute();
    const file = listOf(...names, 'here');
    const look = await imported(store, file, { consent: 'news', dry: true });
    const { counts, run } = await imported(store, file, { consent: 'news' });
    assert.deepEqual(counts, look.counts);
    assert.deepEqual([counts.joined, counts.known, counts.left, counts.confirmed], [2, 3, 1, 0]);
    assert.deepEqual(await readersOf(store), ['here', 'reads', 'says-yes']);
    await joinNews(store.write, await idOf('says-yes'), agreed, NOW);
    const before = await store.write.selectFrom('subscription').selectAll().orderBy('id').execute();
    assert.deepEqual(await takeBack(store.write, run ?? 0, NOW), { removed: 1, stayed: 1 });
    assert.deepEqual(await readersOf(store), ['reads', 'says-yes']);
    assert.deepEqual(
      await store.write.selectFrom('subscription').selectAll().orderBy('id').execute(),
      before,
    );
    const told = await store.write.selectFrom('announcement_recipient').select('state').execute();
    assert.deepEqual(told, [{ state: 'queued' }]);
  },
);

testOnEach(
  'an import that goes on with another answer is taken back as one (catches: its second part fails)',
  async (_t, open) => {
    const store = await open();
    const { run } = await imported(store, listOf('ana'), { consent: 'list' });
    const { counts } = await imported(store, listOf('ana'), { consent: 'news', run });
    assert.equal(counts.joined, 1);
    assert.deepEqual(await takeBack(store.write, run ?? 0, NOW), { removed: 1, stayed: 0 });
    assert.deepEqual(await peopleOf(store), []);
  },
);

testOnEach(
  'people who agreed to the newsletter get it, and not after the import is taken back (catches: those asked to confirm get it, too; it stays)',
  async (_t, open) => {
    const store = await open();
    await store.add(person('pending@example.com'));
    await imported(store, listOf('asked'));
    const { run } = await imported(store, listOf('new', 'pending'), { consent: 'news' });
    assert.deepEqual(await readersOf(store), ['new', 'pending']);
    const receipts = () =>
      store.write.selectFrom('consent_receipt').select('id').where('topic', '=', 'news').execute();
    assert.equal((await receipts()).length, 2);
    assert.deepEqual(await takeBack(store.write, run ?? 0, NOW), { removed: 2, stayed: 0 });
    assert.deepEqual(await readersOf(store), []);
    assert.equal((await receipts()).length, 0);
  },
);
