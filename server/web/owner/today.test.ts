import assert from 'node:assert/strict';
import type { Today } from '#contract/owner/today.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { erase } from '#server/list/erase.ts';
import { addPeople } from '#server/list/import/store.ts';
import { addPasskey } from '#server/owners/passkeys.ts';
import { setSite } from '#server/launch/site.ts';
import { writeCopyStatus } from '#server/copies/status.ts';
import { addEdition } from '#server/content/editions.ts';
import { writeField } from '#server/content/draft.ts';
import { leave } from '#server/list/leave.ts';
import { markUndeliverable } from '#server/list/undeliverable.ts';
import { beginSending } from '#server/launch/announcement.ts';
import { holdSender, commitBatch } from '#server/launch/ledger.ts';
import { enqueuePart } from '#server/launch/recipients.ts';
import { noteBackup } from '#server/store/backup-file.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { launchOf, open as openSite, order, readyToLaunch } from '#test/fixtures/launch.ts';
import { keepVisits } from '#server/visits/kept.ts';
import { fillSample } from '#test/fixtures/sample.ts';

testOnEach(
  'a backup is due a week after the last one, or after the first person came (catches: at once; never again)',
  async (t, open) => {
    const start = Date.now();
    let time = start;
    const now = () => time;
    const store = await open({ now });
    const { port } = await startOwnerApp(t, store, { now });
    const due = async () => {
      const owner = await signedIn(port, store.write, { now: time });
      const { needs } = jsonOf<Today>(await owner.get('/today'));
      return needs.filter(({ is }) => is === 'backup');
    };
    assert.deepEqual(await due(), [], 'with nobody on the list');
    await fillSample(store.write, { now: start });
    // PostgreSQL has its own backup tools.
    const isDue = store.kind === 'sqlite' ? [{ is: 'backup', days: 7 }] : [];
    assert.deepEqual(await due(), isDue, 'with a list of 60 days');
    await noteBackup(store.write, { at: start, bytes: 1 });
    time = start + 7 * DAY;
    assert.deepEqual(await due(), [], 'a week later');
    time += 1;
    assert.deepEqual(await due(), isDue, 'a moment after that');
  },
);

testOnEach(
  'off-site copies count as a backup, and are a need once they have failed for ten minutes (catches: at once; both are said)',
  async (t, open) => {
    let time = Date.now();
    const now = () => time;
    const store = await open({ now });
    const { dataDir } = store;
    const { port } = await startOwnerApp(t, store, { now });
    const needs = async () => {
      const owner = await signedIn(port, store.write, { now: time });
      return jsonOf<Today>(await owner.get('/today')).needs.filter(({ is }) =>
        ['backup', 'copies'].includes(is),
      );
    };
    await fillSample(store.write, { now: time });
    const since = time;
    const failing = { since, code: 'full', said: 'no space' } as const;
    writeCopyStatus(dataDir, { to: 'there', until: time, failing, checked: null, warnings: [] });
    assert.deepEqual(await needs(), []);
    time += 600_000;
    assert.deepEqual(await needs(), [{ is: 'copies', since }]);
  },
);

testOnEach(
  'after the opening only what came after it counts, and refused or erased people have not left (catches: from the start of its hour; all who are gone)',
  async (t, open) => {
    const opened = Math.floor(Date.now() / HOUR) * HOUR + HOUR / 2;
    let time = opened - 1_000;
    const now = () => time;
    const store = await open({ now });
    const { port } = await startOwnerApp(t, store, { now });
    const { write } = store;
    const signUp = (name: string, rest: { created_at: number; suspect?: string }) =>
      write
        .insertInto('subscription')
        .values({ key: name, address: name, language: 'en', state: 'pending', ...rest })
        .execute();
    const visit = { language: 'en' as const, source: '', last_at: time, hour: Math.floor(time / HOUR) };
    await readyToLaunch(store, 6, time);
    const people = await write.selectFrom('subscription').select('id').orderBy('id').execute();
    const [first = 0, second = 0, third = 0, fourth = 0, ...others] = people.map(({ id }) => Number(id));
    await signUp('before@example.org', { created_at: time });
    await leave(write, first, time);
    time = opened;
    await openSite(write, 'launch', order({ now: time }));
    while (await enqueuePart(store, await launchOf(store)));
    const { id } = await launchOf(store);
    await beginSending(write, id, time);
    time += 1_000;
    await leave(write, second, time);
    assert.ok(await holdSender(store.database, id, 'ours'));
    const next = [third, fourth, ...others];
    const turn = { announcement: id, sender: 'ours', ended: [], neverLeft: [], relay: null, now: time };
    assert.equal((await commitBatch(store.database, { ...turn, next })).length, 4);
    time += 1_000;
    await leave(write, third, time);
    await write.transaction().execute((trx) => markUndeliverable(trx, [fourth], time));
    await erase(store.database, 'person4@example.org', time);
    await signUp('after@example.org', { created_at: time });
    await signUp('robot@example.org', { created_at: time, suspect: 'honeypot' });
    const address = 'listed@example.org';
    await addPeople(write, [{ address, key: address, language: 'en', agreedAt: time }], {
      nextMail: null,
      now: time,
    });
    await keepVisits(write, [
      { ...visit, path: '/soon', closed: 0, n: 7 },
      { ...visit, path: '/services', closed: 1, n: 5 },
      { ...visit, path: '/', closed: 0, n: 3 },
    ]);
    const owner = await signedIn(port, write, { now: time });
    const { launch } = jsonOf<Today>(await owner.get('/today'));
    assert.deepEqual([launch?.signups, launch?.left, launch?.visits], [1, 1, 3]);
  },
);

testOnEach(
  'the checklist knows what is done, and goes with the last item or the opening (catches: a draft counts; it stays)',
  async (t, open) => {
    const store = await open();
    const { write } = store;
    const { port } = await startOwnerApp(t, store, {
      env: { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@b.example' },
    });
    const checklist = async (owner: Awaited<ReturnType<typeof signedIn>>) =>
      jsonOf<Today>(await owner.get('/today')).checklist;
    const owner = await signedIn(port, write);
    const nothing = { soon: false, privacy: false, mail: true, test: false, passkey: false, pages: false };
    await writeField(write, { field: 'legal.email', value: 'a@b.example', revision: 0, owner: null }, 1);
    assert.deepEqual(await checklist(owner), nothing, 'a draft is not published');
    const content = {
      'legal.email': 'a@b.example',
      'text.page.soon.title.pt': 'Em breve',
      'text.home.lead.en': 'We',
    };
    await addEdition(write, { after: 0, content, owner: null, draftSeen: 0 }, 1);
    const written = { ...nothing, privacy: true, soon: true, pages: true };
    assert.deepEqual(await checklist(owner), written);
    await fillSample(write, { now: Date.now() });
    assert.deepEqual(await checklist(owner), { ...written, test: true });
    const passkey = {
      credential: 'c',
      public_key: 'k',
      counter: 0,
      transports: '[]',
      synced: 0,
    } as const;
    await write
      .transaction()
      .execute((trx) => addPasskey(trx, { owner: owner.id, name: 'Phone', passkey, now: 1 }));
    assert.equal(await checklist(owner), null, 'all is done');
    const other = await signedIn(port, write);
    assert.equal((await checklist(other))?.passkey, false, 'each owner has passkeys of their own');
    await setSite(write, 'live', { by: 'Ana', now: Date.now() });
    assert.equal(await checklist(other), null, 'the site is open');
  },
);

testOnEach(
  'changes that visitors do not see need attention (catches: a field that was only checked counts; none does)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const owner = await signedIn(port, store.write);
    const needs = async () =>
      jsonOf<Today>(await owner.get('/today')).needs.filter((need) => need.is === 'site');
    const write = (field: string, value: string | undefined) =>
      writeField(store.write, { field, value, revision: 0, owner: null }, Date.now());
    await write('text.home.title.pt', undefined);
    assert.deepEqual(await needs(), []);
    await write('text.home.title.en', 'Something else');
    assert.deepEqual(await needs(), [{ is: 'site', n: 1 }]);
  },
);
