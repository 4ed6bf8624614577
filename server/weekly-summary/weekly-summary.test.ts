import assert from 'node:assert/strict';
import { DAY, HOUR } from '#contract/time.ts';
import { loadBuild } from '#server/base/build.ts';
import { readConfig } from '#server/base/config.ts';
import type { Mail } from '#server/deliver/message.ts';
import { createLog } from '#server/base/log.ts';
import { accountHash, storeAccount } from '#server/mail-account/refusal.ts';
import { findNeeds, readStanding } from '#server/doctor/needs.ts';
import { makeLetter } from '#server/launch/letters.ts';
import { addOwner, changeOwner } from '#server/owners/owners.ts';
import { noteBackup } from '#server/store/backup-file.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { workerOf } from '#test/fixtures/outbox.ts';
import { fillSample } from '#test/fixtures/sample.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { countDemand, countVisits } from '#server/visits/kept.ts';
import { createSummaryMail } from './summary-mail.ts';
import { createSummaries } from './weekly-summary.ts';

/** Eight o'clock in London and Lisbon, in summer. */
const EIGHT = Date.UTC(2026, 6, 6, 7);
const LOG = createLog(
  () => {},
  () => new Date(0),
);

function summaryOf({ write }: TestStore, now: () => number) {
  return createSummaries({ query: write, ownerZone: 'Europe/Lisbon', now, log: LOG, onQueued: () => {} });
}

async function newOwner({ write }: TestStore, name: string, rest: { email?: string | null } = {}) {
  const email = rest.email === undefined ? `${name}@example.com` : rest.email;
  const id = await addOwner(write, { name, email, language: name === 'ana' ? 'pt' : 'en', now: 1 });
  await write.updateTable('owner').set({ signed_in_at: 1 }).where('id', '=', id).execute();
  return id;
}

async function queued({ write }: TestStore): Promise<number> {
  const rows = await write.selectFrom('outbox').select('id').where('kind', '=', 'weekly-summary').execute();
  return rows.length;
}

testOnEach(
  'each owner who wants it gets one summary a week, from nine on, whatever the processes and restarts (catches: one a process)',
  async (_, open) => {
    let time = EIGHT + HOUR - 1;
    const [store, other] = [await open(), await open()];
    await newOwner(store, 'ana');
    await newOwner(store, 'ben');
    await newOwner(store, 'nobody', { email: null });
    await changeOwner(store.write, await newOwner(store, 'off'), { weeklySummary: false });
    const look = () => Promise.all([store, other].map((one) => summaryOf(one, () => time).runOnce()));
    await look();
    assert.equal(await queued(store), 0, 'before nine');
    time += 1;
    await look();
    assert.equal(await queued(store), 2, 'at nine, in summer time');
    time += 14 * HOUR;
    await look();
    assert.equal(await queued(store), 2, 'later that day');
    for (time = EIGHT + DAY; time < EIGHT + 7 * DAY; time += 12 * HOUR) await look();
    assert.equal(await queued(store), 2, 'on no other day');
    time = EIGHT + 7 * DAY + 9 * HOUR;
    await look();
    assert.equal(await queued(store), 4, 'late, where nobody was up at nine');
  },
);

async function addLetter(
  { write }: TestStore,
  heading: string,
  row: { state: 'done' | 'paused'; sending_at: number },
) {
  const purpose = (await makeLetter(write, null, 1)) ?? assert.fail();
  const words = JSON.stringify({ en: { heading } });
  await write
    .updateTable('announcement')
    .set({ ...row, words })
    .where('purpose', '=', purpose)
    .execute();
}

testOnEach(
  'the weekly summary shows the week before in the language of its owner; one who has turned it off since gets none (catches: an account that refuses is not a mail server; visits, sources or newsletters of Monday; only a launch that is paused)',
  async (t, open) => {
    const time = EIGHT + HOUR;
    const store = await open({ now: () => time });
    await fillSample(store.write, { now: time });
    // Half an hour after midnight in Lisbon.
    await noteBackup(store.write, { at: Date.UTC(2026, 6, 4, 23, 30), bytes: 1 });
    const monday = Date.UTC(2026, 6, 5, 23) / HOUR;
    const from = Date.UTC(2026, 5, 28, 23) / HOUR;
    const [wanted] = await countDemand(store.read, from, monday);
    const visits = (await countVisits(store.read, from)) - (await countVisits(store.read, monday));
    // What comes on Monday is next week's.
    await store.write
      .insertInto('visit_hour')
      .values({ hour: monday, path: '/monday', language: 'en', source: '', closed: 1, n: 1e6, last_at: time })
      .execute();
    await store.write
      .insertInto('signup_hour')
      .values({ hour: monday, language: 'en', source: 'monday', joined: 0, confirmed: 1e6, gone: 0 })
      .execute();
    await addLetter(store, 'Padaria', { state: 'done', sending_at: monday * HOUR - 1 });
    await addLetter(store, 'Segunda-feira', { state: 'paused', sending_at: monday * HOUR });
    await newOwner(store, 'ana');
    const eva = await newOwner(store, 'eva');
    await summaryOf(store, () => time).runOnce();
    await changeOwner(store.write, eva, { weeklySummary: false });
    const { dist, remove } = writeFixtureBuild();
    t.after(remove);
    const build = loadBuild(dist);
    const config = readConfig({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'us@example.com' });
    const refusal = { means: 'limit', words: '550 no', since: time, nextAt: time + HOUR, tries: 1 } as const;
    await storeAccount(store.write, { account: accountHash(config), ...refusal });
    const needs = { ...store, build, config, now: () => time };
    const sent: Mail[] = [];
    const handler = createSummaryMail({
      query: store.write,
      mailer: {
        send: (mail) => {
          sent.push(mail);
          return Promise.resolve({ outcome: 'sent', reply: 'ok' });
        },
        close: async () => {},
      },
      site: () => build,
      dataDir: store.dataDir,
      needsOf: async (owner) => findNeeds(needs, owner, await readStanding(needs)),
      siteUrl: 'https://example.com',
      mailFrom: 'hello@example.com',
      ownerZone: 'Europe/Lisbon',
    });
    await workerOf(store, () => time, { 'weekly-summary': handler }).worker.runOnce();
    const [mail] = sent;
    assert.equal(sent.length, 1);
    assert.deepEqual(mail?.to, { name: '', address: 'ana@example.com' });
    const rows = await store.read
      .selectFrom('subscription')
      .selectAll()
      .where('created_at', '>=', Date.UTC(2026, 5, 28, 23))
      .where('created_at', '<', Date.UTC(2026, 6, 5, 23))
      .where('suspect', 'is', null)
      .execute();
    const text = mail.text;
    const value = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
    assert.equal(value('joined'), rows.length.toLocaleString('pt-PT'));
    assert.deepEqual([value('from'), value('to')], ['29 de junho', '5 de julho']);
    assert.deepEqual([value('source'), value('wanted'), value('unread')], ['Instagram', wanted?.path, '3']);
    assert.equal(value('visits'), visits.toLocaleString('pt-PT'));
    assert.equal(value('backup'), '05/07/2026');
    assert.equal(value('dashboardUrl'), 'https://example.com/dashboard');
    assert.deepEqual([value('need_messages'), value('waits'), value('calm')], ['3', 'yes', '–']);
    assert.deepEqual([value('letters'), value('need_paused')], ['Padaria (0)', 'yes']);
    assert.equal(value('need_backup'), '–', 'two days ago there was one');
    assert.deepEqual([value('need_refused'), value('need_waiting')], ['0', '–'], 'there is a mail server');
    const days = [1, 2, 3, 4, 5, 6, 7].map((day) => Number(value(`day${day}`)));
    assert.equal(Math.max(...days), 76);
  },
);
