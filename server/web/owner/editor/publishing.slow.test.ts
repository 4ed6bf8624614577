import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Published, Publishing, Saved, SiteDraft } from '#contract/owner/site.ts';
import { readDraft, writeField } from '#server/content/draft.ts';
import { addEdition, currentEdition } from '#server/content/editions.ts';
import { addPasskey } from '#server/owners/passkeys.ts';
import { countUnpublished, findUnread } from '#server/publish/unpublished.ts';
import { startCollector } from '#test/fixtures/collector.ts';
import { environmentOf } from '#test/fixtures/command.ts';
import '#test/fixtures/content.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { codeOf, jsonOf, signedIn, startOwnerApp, type OwnerCaller } from '#test/fixtures/owner.ts';
import { ask, type Answered } from '#test/fixtures/requests.ts';
import type { TestStore } from '#test/fixtures/store.ts';

const TITLE = 'text.home.title.en';
const LEAD = 'text.home.lead.en';
const AGREED = 'text.page.soon.subscribeMessage.en';

const lookAt = async (owner: OwnerCaller) => jsonOf<SiteDraft>(await owner.get('/site/draft'));
const publish = async (owner: OwnerCaller, live: number, draft: number) =>
  jsonOf<Published>(await owner.post('/site/publish', { live, draft }));
const undo = async (owner: OwnerCaller, live: number) =>
  jsonOf<Published>(await owner.post('/site/undo', { live }));

async function save(owner: OwnerCaller, field: string, value: string): Promise<number> {
  const row = (await lookAt(owner)).draft.find((one) => one.field === field);
  const body = { field, value, revision: row?.revision ?? 0 };
  const saved = jsonOf<Saved>(await owner.post('/site/save', body));
  return saved.is === 'saved' ? saved.row.revision : assert.fail(saved.is);
}

/** A whole server whose site is open, as visitors meet it. */
async function startServer(t: TestContext, store: TestStore) {
  const env = { ...(await environmentOf(store)), STAGE: 'live' };
  const { collector, port } = await startCollector(t, env);
  await collector.follow('');
  const home = async () => (await ask(port, '/')).body.toString();
  return { port, home };
}

/** Asks again while the server has too much to do, as a browser does. */
function unshed(owner: OwnerCaller): OwnerCaller {
  const again = async (call: () => Promise<Answered>) => {
    for (;;) {
      const answer = await call();
      if (answer.status !== 503) return answer;
    }
  };
  return {
    ...owner,
    get: (...given) => again(() => owner.get(...given)),
    post: (...given) => again(() => owner.post(...given)),
  };
}

/** Asks now and then: the publisher gets what others leave of the processor. */
const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await wait(100);
};

testOnEach(
  'the draft that the owner saw is published once it is answered, also if the browser has left, and later words wait; undone it is the draft again (catches: the answer before visitors see it; unseen words published; a second publishing at once; it stops with the browser)',
  async (t, open) => {
    const store = await open();
    const { port, home } = await startServer(t, store);
    const ana = unshed(await signedIn(port, store.write, { name: 'Ana' }));
    const seen = await save(ana, TITLE, 'Of the first');
    await save(ana, LEAD, 'Written since');
    const step = async () => jsonOf<Publishing>(await ana.get('/site/publishing'))?.step;
    const publishing = publish(ana, 0, seen);
    await until(async () => (await step()) === 'drawing');
    assert.deepEqual(await publish(ana, 0, seen), { is: 'late' });
    assert.deepEqual(await publishing, { is: 'published', number: 1 });
    assert.match(await home(), /Of the first/);
    const { live, shown, draft } = await lookAt(ana);
    assert.deepEqual([live.number, live.by, shown], [1, 'Ana', { [TITLE]: 'Of the first' }]);
    assert.deepEqual(
      draft.map(({ value }) => value),
      ['Written since'],
    );

    // The browser leaves as soon as it has sent.
    const leaving = request({ port, path: '/api/owner/site/publish', method: 'POST' });
    leaving.setHeader('cookie', ana.cookie).setHeader('sec-fetch-site', 'same-origin');
    leaving.setHeader('content-type', 'application/json');
    leaving.on('error', () => {});
    leaving.end(JSON.stringify({ live: 1, draft: draft[0]?.revision }));
    await until(async () => (await step()) === 'drawing');
    leaving.destroy();
    await until(async () => (await step()) === undefined);
    assert.match(await home(), /Written since/);

    await save(ana, LEAD, 'Newer');
    assert.deepEqual(await undo(ana, 1), { is: 'taken' });
    assert.deepEqual(await undo(ana, 2), { is: 'published', number: 3 });
    assert.doesNotMatch(await home(), /Written since/);
    assert.deepEqual(
      (await lookAt(ana)).draft.map(({ value }) => value),
      ['Newer'],
    );
    assert.deepEqual(await publish(ana, 3, 0), { is: 'unchanged' });
    const events = await store.read.selectFrom('audit_event').select(['action', 'detail']).execute();
    assert.deepEqual(
      events.filter(({ action }) => action !== 'site-saved').map(({ action, detail }) => [action, detail]),
      [
        ['site-published', '{"n":1,"before":0}'],
        ['site-published', '{"n":2,"before":1}'],
        ['site-undone', '{"n":2,"now":3}'],
      ],
    );
  },
);

testOnEach(
  'words that people agree to are published and undone with a proof alone, all others without one (catches: a stolen session changes what people agree to; a typo needs a passkey; undoing goes round it)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const mailed = await signedIn(port, store.write, { begun: 'mailed' });
    const passkey = { credential: 'c', public_key: 'k', counter: 0, transports: '[]', synced: 0 as const };
    const proven = await signedIn(port, store.write, { name: 'Eva' });
    const title = await save(mailed, TITLE, 'Slowly');
    const agreed = await save(mailed, AGREED, 'You agree.');
    await store.write
      .transaction()
      .execute((trx) => addPasskey(trx, { owner: mailed.id, name: 'Phone', passkey, now: 0 }));
    const refused = await mailed.post('/site/publish', { live: 0, draft: agreed });
    assert.equal(codeOf(refused), 'needs-passkey');
    assert.equal(await currentEdition(store.read), null);
    assert.deepEqual(await publish(mailed, 0, title), { is: 'published', number: 1 });
    assert.deepEqual(await publish(proven, 1, agreed), { is: 'published', number: 2 });
    assert.equal(codeOf(await mailed.post('/site/undo', { live: 2 })), 'needs-passkey');
    const fact = await save(mailed, 'legal.entity', 'Somebody else');
    assert.equal(codeOf(await mailed.post('/site/publish', { live: 2, draft: fact })), 'needs-passkey');
    assert.equal((await currentEdition(store.read))?.number, 2);
  },
);

testOnEach(
  'of owners who publish on two servers one is warned that somebody else has, and what is not right is named (catches: both; words of neither; a second in the way forever)',
  async (t, open) => {
    const store = await open();
    const servers = [await startOwnerApp(t, store), await startOwnerApp(t, await open())];
    const owners = await Promise.all(servers.map(({ port }) => signedIn(port, store.write)));
    const [one, other] = owners as [OwnerCaller, OwnerCaller];
    const seen = await save(one, TITLE, 'Slowly');
    const ends = await Promise.all(owners.map((owner) => publish(owner, 0, seen)));
    assert.deepEqual(ends.map(({ is }) => is).toSorted(), ['published', 'taken'], JSON.stringify(ends));
    const wrong = await save(other, TITLE, 'x'.repeat(4_000));
    const refused = await publish(other, 1, wrong);
    assert.ok(refused.is === 'refused' && refused.problems[0]?.field === TITLE);
    assert.deepEqual(await publish(one, 0, wrong), { is: 'taken' });
    assert.equal(jsonOf(await one.get('/site/publishing')), null);
  },
);

testOnEach(
  'a version of a newer program does not keep this one from publishing (catches: refused for a field that nobody sees)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const owner = await signedIn(port, store.write);
    const content = { 'text.shop.title.en': 'New', [LEAD]: 'Kept' };
    await addEdition(store.write, { after: 0, content, owner: null, draftSeen: 0 }, 0);
    await writeField(store.write, { field: TITLE, value: 'Slowly', revision: 0, owner: null }, 0);
    const { draft } = await lookAt(owner);
    assert.deepEqual(await publish(owner, 1, draft[0]?.revision ?? 0), { is: 'published', number: 2 });
    assert.deepEqual((await currentEdition(store.read))?.content, { [LEAD]: 'Kept', [TITLE]: 'Slowly' });
  },
);

testOnEach(
  'an unknown field in the draft of another version is left out, kept, and in nobody’s way (catches: a field that nobody sees refuses all others; it goes with what is published; a value of another kind is shown)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const owner = await signedIn(port, store.write);
    const others = { 'text.shop.title.en': 'New', 'text.shop.points.en': ['a'], [LEAD]: { short: 'New' } };
    for (const [field, value] of Object.entries({ ...others, [TITLE]: 'Slowly' }))
      await writeField(store.write, { field, value, revision: 0, owner: null }, 0);
    assert.deepEqual((await findUnread(store.read)).toSorted(), Object.keys(others).toSorted());
    const { draft, problems } = await lookAt(owner);
    assert.deepEqual([draft.map(({ field }) => field), problems], [[TITLE], []]);
    assert.equal(await countUnpublished(store.read), 1);
    assert.deepEqual(await publish(owner, 0, draft[0]?.revision ?? 0), { is: 'published', number: 1 });
    assert.deepEqual((await currentEdition(store.read))?.content, { [TITLE]: 'Slowly' });
    const kept = (await readDraft(store.read)).map(({ field, value }) => [field, value]);
    assert.deepEqual(Object.fromEntries(kept), others);
  },
);
