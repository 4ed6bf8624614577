import assert from 'node:assert/strict';
import { NEWS } from '#contract/newsletter.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { testOnEach, type OpenStore } from '#test/fixtures/each-database.ts';
import { startMailing } from '#test/fixtures/mailing.ts';
import { rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';
import { importPart } from './import/part.ts';
import { getsNewsSince } from './news.ts';
import { release } from './release.ts';
import { timelineOf } from './timeline.ts';

const NOW = Date.UTC(2026, 6, 1);
const ASKED = { interest: NEWS, consent: 'v-news' } as const;

async function openList(open: OpenStore, doubleOptIn = true) {
  const clock = { time: NOW };
  const store = await open({ now: () => clock.time, doubleOptIn });
  const verbs = verbsOf(store, () => clock.time);
  const post = (name: string, rest: object = ASKED) => store.add(subscription(name, rest));
  const idOf = async (name: string) => (await rowOf(store, name)).id;
  const gets = async (name: string) => (await getsNewsSince(store.write, await idOf(name))) !== null;
  const rows = async () => (await store.write.selectFrom('interest').select('product').execute()).length;
  const receipts = async () => {
    const kept = store.write.selectFrom('consent_receipt').select(['event', 'version', 'page', 'topic']);
    return (await kept.orderBy('id').execute()).map((one) => Object.values(one).join(' '));
  };
  const mails = async () => {
    const queued = store.write.selectFrom('outbox').select(['kind', 'payload']).orderBy('id');
    return (await queued.execute()).map(({ kind, payload }) => `${kind} ${payload ?? ''}`.trim());
  };
  /** Confirms by the link in the mail, an hour ago. */
  const confirm = async (name: string) => {
    const sent = { state: 'sent', started_at: clock.time } as const;
    await store.write.updateTable('outbox').set(sent).execute();
    await verbs.confirm(await idOf(name));
    clock.time += HOUR;
  };
  return { clock, store, verbs, confirm, post, idOf, gets, rows, receipts, mails };
}

for (const doubleOptIn of [true, false])
  testOnEach(
    `a new address gets the newsletter once its link is pressed, double opt-in ${doubleOptIn ? 'on' : 'off'} (catches: before; never; without evidence)`,
    async (_t, open) => {
      const { verbs, post, idOf, gets, receipts, mails } = await openList(open, doubleOptIn);
      await post('ana');
      assert.equal(await gets('ana'), false);
      // A form for a book confirms nothing either: for any sender, the newsletter is still to be proved.
      await post('ana', { interest: 'seo', consent: 'v-book' });
      assert.equal(await gets('ana'), false);
      assert.deepEqual(await mails(), ['confirm']);
      await verbs.confirm(await idOf('ana'));
      assert.equal(await gets('ana'), true);
      assert.deepEqual(await receipts(), [
        'given v-news /newsletter news',
        'given v-book /products ',
        'confirmed v-book /soon ',
        'confirmed v-news /soon news',
      ]);
    },
  );

testOnEach(
  'a confirmed address that anybody posts is asked by mail, as often as a pending one, and nothing else changes (catches: a stranger signs it up; a mail for each post; a receipt)',
  async (_t, open) => {
    const { store, confirm, post, idOf, gets, rows, receipts, mails } = await openList(open);
    await post('ana', {});
    await confirm('ana');
    const before = await receipts();
    for (let times = 0; times < 3; times += 1) await post('ana');
    assert.deepEqual(await mails(), ['confirm', 'confirm news']);
    assert.equal(await gets('ana'), false);
    assert.equal(await rows(), 0);
    assert.deepEqual(await receipts(), before);
    const { timeline = [] } = (await timelineOf(store.write, await idOf('ana'))) ?? {};
    const told = timeline.flatMap((event) => (event.what === 'mail' ? [event.kind] : []));
    assert.deepEqual(told.toSorted(), ['ask-news', 'confirm'], 'the owner reads which mail it was');
  },
);

testOnEach(
  'readers, suspects, and those who said "that was not me" are mailed nothing for a post (catches: a mail)',
  async (_t, open) => {
    const { clock, store, verbs, confirm, post, idOf, gets, mails } = await openList(open);
    for (const name of ['ana', 'eva']) await post(name);
    await confirm('ana');
    await verbs.leave(await idOf('eva'));
    assert.equal((await rowOf(store, 'eva')).state, 'suppressed');
    await post('rui', { ...ASKED, suspect: 'token' });
    clock.time += 2 * DAY;
    const before = await mails();
    for (const name of ['ana', 'eva']) await post(name);
    await post('rui', { ...ASKED, suspect: 'token' });
    assert.deepEqual(await mails(), before);
    assert.deepEqual([await gets('ana'), await gets('eva'), await gets('rui')], [true, false, false]);
  },
);

testOnEach(
  'a person who has left comes back by a link alone, and then gets it (catches: the post is enough; it is lost)',
  async (_t, open) => {
    const { clock, store, verbs, post, idOf, gets } = await openList(open, false);
    await post('ana');
    const id = await idOf('ana');
    await verbs.confirm(id);
    await verbs.leave(id);
    clock.time += DAY;
    await post('ana');
    assert.equal((await rowOf(store, 'ana')).state, 'pending');
    assert.equal(await gets('ana'), false);
    await verbs.confirm(id);
    assert.equal(await gets('ana'), true);
  },
);

testOnEach(
  'an approval or import by an owner is not proof of it (catches: a bot’s post is a reader; an import makes one)',
  async (_t, open) => {
    const { clock, store, post, gets, mails } = await openList(open);
    await post('rui', { ...ASKED, suspect: 'token' });
    const plain = { doubleOptIn: false, forward: false };
    const released = await release(store.write, 'rui@example.com', plain, clock.time);
    assert.deepEqual(released, { ok: true, state: 'pending' });
    assert.deepEqual(await mails(), ['confirm']);
    await post('ana');
    const list = { head: 'email', text: 'ana@example.com', line: 2, answers: [], shape: null, dry: false };
    await importPart(store.database, { ...list, consent: 'list', run: null }, clock.time);
    assert.equal((await rowOf(store, 'ana')).state, 'confirmed');
    assert.deepEqual([await gets('ana'), await gets('rui')], [false, false]);
  },
);

testOnEach(
  'the mail to a confirmed address asks for the newsletter, and leaves only while there is one (catches: the mail to confirm; a link to a page that is gone)',
  async (t, open) => {
    const { clock, store, confirm, post } = await openList(open);
    const now = () => clock.time;
    await post('ana', {});
    await confirm('ana');
    await post('ana');
    const without = await startMailing(t, store, now);
    const { worker, smtp } = await startMailing(t, store, now, true);
    await worker.runOnce();
    const [mail] = smtp.received.slice(-1);
    assert.match(mail?.raw ?? '', /^Subject: ask-news in en/m);
    assert.match(mail?.raw.replaceAll('=\r\n', '') ?? '', /newsUrl: https:\/\/example.com\/soon\?news=3D/);
    clock.time += 40 * DAY;
    await post('ana');
    await without.worker.runOnce();
    assert.equal(without.smtp.received.length, 0);
    const last = store.write.selectFrom('outbox').select('state').orderBy('id', 'desc').limit(1);
    assert.deepEqual(await last.execute(), [{ state: 'skipped' }]);
  },
);
