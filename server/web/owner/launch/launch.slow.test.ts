import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type AnnouncementNow,
  type RecipientAnswer,
  levelOf,
  findingName,
  type OpenOrder,
  type TimeAnswer,
  type UntoldPage,
  type WordsNow,
  type WordsSaved,
} from '#contract/owner/launch.ts';
import { MINUTE } from '#contract/time.ts';
import { storeIdOf } from '#server/launch/store-id.ts';
import { readStage } from '#server/stage/stage.ts';
import { settingsOf } from '#test/fixtures/command.ts';
import { startDns } from '#test/fixtures/dns.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { readyToLaunch, startClock, startSender } from '#test/fixtures/launch.ts';
import { codeOf, jsonOf, type OwnerCaller, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { startSmtp } from '#test/fixtures/smtp.ts';
import type { TestStore } from '#test/fixtures/store.ts';

const LAUNCH = '/announcements/launch';

async function start(t: TestContext, store: TestStore, now: () => number, env: Record<string, string> = {}) {
  const { databaseUrl } = await settingsOf(store);
  const app = await startOwnerApp(t, store, {
    now,
    env: { SECRET_KEYS: 'k'.repeat(32), OWNER_EMAIL: 'ana@example.com', ...where(databaseUrl), ...env },
  });
  return { ...app, ana: await signedIn(app.port, store.write, { now: now() }) };
}

function where(databaseUrl: string | null): Record<string, string> {
  return databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
}

async function look(owner: OwnerCaller): Promise<AnnouncementNow> {
  return jsonOf<AnnouncementNow>(await owner.get(LAUNCH));
}

async function until(owner: OwnerCaller, is: (now: AnnouncementNow) => boolean): Promise<AnnouncementNow> {
  for (;;) {
    const now = await look(owner);
    if (is(now)) return now;
    await wait(50);
  }
}

async function rehearse(owner: OwnerCaller): Promise<AnnouncementNow> {
  jsonOf(await owner.post(`${LAUNCH}/rehearse`));
  return until(owner, ({ rehearsal }) => rehearsal?.state === 'ended');
}

function orderOf({ people, when, wordsVersion, rehearsal }: AnnouncementNow): OpenOrder {
  const yellow = rehearsal?.findings.filter((one) => levelOf(one) === 'warning') ?? [];
  const opensAt = when?.is === 'at' ? when.opensAt : null;
  return { people, opensAt, version: wordsVersion, seen: yellow.map(findingName) };
}

function fieldOf(answer: { status: number; body: Buffer }): string {
  assert.equal(answer.status, 422, answer.body.toString());
  const { problems } = JSON.parse(answer.body.toString()) as { problems: { field: string; code: string }[] };
  return problems.map(({ field, code }) => `${field} ${code}`).join();
}

testOnEach(
  'nothing is opened that was not rehearsed as it is; one press takes it back (catches: the number, the words or what is yellow is not asked for)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 3);
    const { ana, port } = await start(t, store, Date.now);
    const before = await look(ana);
    assert.deepEqual([before.state, before.isOpen, before.people], ['draft', false, 3]);
    const open = (order: object, headers = {}) => ana.post(`${LAUNCH}/open`, order, headers);
    assert.equal(fieldOf(await open(orderOf(before))), 'rehearsal required');
    const ready = await rehearse(ana);
    const codes = ready.rehearsal?.findings.map(({ code }) => code) ?? [];
    assert.ok(codes.includes('mails-ok') && codes.includes('pages-ok'), codes.join());
    assert.ok(codes.includes(store.kind === 'sqlite' ? 'backup-ok' : 'backup-postgres'), codes.join());
    const order = orderOf(ready);
    assert.equal(fieldOf(await open({ ...order, people: 4 })), 'people changed');
    assert.equal(fieldOf(await open({ ...order, version: 'x' })), 'words changed');
    if (order.seen.length > 0) assert.equal(fieldOf(await open({ ...order, seen: [] })), 'seen required');
    const rui = await signedIn(port, store.write, { name: 'Rui', begun: 'mailed' });
    assert.equal(codeOf(await rui.post(`${LAUNCH}/open`, order)), 'needs-passkey');

    const key = { 'idempotency-key': 'dialog-1234' };
    const opened = jsonOf<AnnouncementNow>(await open(order, key));
    assert.deepEqual([opened.state, opened.isOpen, opened.progress?.armedBy], ['undo', true, 'Ana Sousa']);
    assert.equal(opened.progress!.undoUntil - opened.progress!.armedAt, 10 * MINUTE);
    assert.equal(jsonOf<AnnouncementNow>(await open(order, key)).progress?.armedAt, opened.progress?.armedAt);
    assert.equal(codeOf(await open(order)), 'not-now', 'pressed again in another tab');
    assert.equal(jsonOf<AnnouncementNow>(await rui.post(`${LAUNCH}/undo`)).state, 'draft', 'without proof');
    assert.equal(await readStage(store.write), null);
    assert.equal(codeOf(await ana.post(`${LAUNCH}/undo`)), 'not-now');

    const { rows } = jsonOf<WordsNow>(await ana.get(`${LAUNCH}/words`));
    const { revision = 0 } = rows.find(({ field }) => field === 'heading.en') ?? {};
    const save = (who: OwnerCaller) =>
      who.post(`${LAUNCH}/words/save`, { field: 'heading.en', value: 'At last.', revision });
    const since = Date.now();
    const saved = jsonOf<WordsSaved>(await save(rui));
    assert.ok(saved.is === 'saved' && saved.row.by === 'Rui' && saved.row.at >= since);
    assert.deepEqual(jsonOf<WordsSaved>(await save(ana)), { is: 'conflict', current: saved.row });
    const seen = jsonOf<WordsNow>(await ana.get(`${LAUNCH}/words`));
    assert.deepEqual([seen.words.en.heading, seen.checks], ['At last.', ['heading.pt']]);
    assert.equal((await look(ana)).rehearsal?.isOld, true);
    assert.equal(fieldOf(await open(orderOf(await look(ana)))), 'rehearsal old');
    const events = await store.write.selectFrom('audit_event').select(['action', 'owner_name']).execute();
    assert.deepEqual(
      events.map(({ action, owner_name }) => `${owner_name} ${action}`),
      ['Ana Sousa launch-opened', 'Rui launch-undone'],
    );
  },
);

testOnEach(
  'without a mail server opening, resuming, sending again and a test are refused (catches: only the check knows)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 2);
    const { ana } = await start(t, store, Date.now, { MAILS: '' });
    const ready = await rehearse(ana);
    assert.ok(ready.rehearsal?.findings.some(({ code }) => code === 'server-none'));
    const test = { address: 'ana@example.com', language: 'en' };
    assert.equal(fieldOf(await ana.post(`${LAUNCH}/open`, orderOf(ready))), 'SMTP_URL missing');
    assert.equal(fieldOf(await ana.post(`${LAUNCH}/test`, test)), 'SMTP_URL missing');
    assert.equal(fieldOf(await ana.post('/server-settings/test-mail', test)), 'SMTP_URL missing');
    assert.equal(fieldOf(await ana.post(`${LAUNCH}/resume`)), 'SMTP_URL missing');
    assert.equal(fieldOf(await ana.post(`${LAUNCH}/again`, { which: 'failed' })), 'SMTP_URL missing');
    assert.equal((await look(ana)).state, 'draft');
  },
);

testOnEach(
  'an hour that does not exist is refused, one that comes twice is asked, one that was not seen is refused (catches: opens at once instead of on Friday)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 1);
    const { ana } = await start(t, store, () => Date.UTC(2026, 9, 1));
    const zone = 'Europe/Lisbon';
    const ask = async (body: object) =>
      jsonOf<TimeAnswer>(await ana.post(`${LAUNCH}/time`, { zone, ...body }));
    assert.deepEqual(await ask({ at: '2027-03-28T01:30' }), { is: 'skipped', from: '01:00', to: '02:00' });
    const choices = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)];
    assert.deepEqual(await ask({ at: '2026-10-25T01:30' }), { is: 'doubled', choices });
    assert.deepEqual(await ask({ at: '2026-09-30T09:00' }), { is: 'past' });
    for (const soon of [{}, { at: null }]) assert.deepEqual((await ask(soon)).is, 'fine');
    assert.deepEqual(await ask({ at: '2028-01-01T09:00' }), { is: 'far' });
    const kept = await ask({ at: '2026-10-25T01:30', occurrence: 'second', keep: true });
    assert.ok(kept.is === 'kept' && kept.plan[0]?.at === choices[1]);
    await rehearse(ana);
    const now = await look(ana);
    assert.deepEqual(now.when, { is: 'at', at: '2026-10-25 01:30', zone, opensAt: choices[1] });
    // Another owner has chosen another time while the dialog was open.
    const order = orderOf(now);
    jsonOf(await ana.post(`${LAUNCH}/time`, { zone, at: null, keep: true }));
    assert.equal(fieldOf(await ana.post(`${LAUNCH}/open`, order)), 'time changed', 'it would open at once');
    jsonOf(await ana.post(`${LAUNCH}/time`, { zone, at: '2026-10-26T09:00', keep: true }));
    for (const seen of [order, { ...order, opensAt: null }])
      assert.equal(fieldOf(await ana.post(`${LAUNCH}/open`, seen)), 'time changed');
    await ask({ at: '2026-10-25T01:30', occurrence: 'second', keep: true });
    const set = jsonOf<AnnouncementNow>(await ana.post(`${LAUNCH}/open`, order));
    assert.deepEqual([set.state, set.isOpen, set.progress], ['scheduled', false, null]);
  },
);

testOnEach(
  'while mails leave the sums add up; a refused person is emailed again, an unreachable one is not; the receipt has each outcome (catches: counts both)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 4);
    const clock = startClock();
    const smtp = await startSmtp(t);
    // The others are taken: so it is these two, not the account.
    smtp.atRecipient.set('person0@example.org', { code: 552, text: '5.2.2 Mailbox full' });
    smtp.atRecipient.set('person1@example.org', { code: 550, text: '5.1.1 No such user' });
    const [dns = ''] = (await startDns(t, { 'example.org': { TXT: ['v=spf1 -all'] } })).getServers();
    const { ana, port } = await start(t, store, clock.now, {
      DNS_SERVER: dns,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'us@example.org',
    });
    const { stop } = await startSender(t, store, {
      smtp,
      ...clock,
      storeId: await storeIdOf(store.database, store.dataDir),
    });
    jsonOf(await ana.post(`${LAUNCH}/open`, orderOf(await rehearse(ana))));
    clock.ahead += 11 * MINUTE;
    const done = await until(ana, ({ state, progress }) => state === 'done' && progress?.sums.all === 4);
    const { all, sent, failed } = done.progress!.sums;
    assert.deepEqual([all, sent, failed], [4, 2, 2]);
    const { people, tellable } = jsonOf<UntoldPage>(await ana.get(`${LAUNCH}/untold?state=failed`));
    assert.deepEqual(
      people.map(({ address, why, canBeTold }) => [address, why, canBeTold]),
      [
        ['person0@example.org', 'full', true],
        ['person1@example.org', 'noMailbox', false],
      ],
    );
    assert.equal(tellable, 1);
    const asked = async (address: string) =>
      jsonOf<RecipientAnswer>(await ana.post(`${LAUNCH}/asked`, { address })).is;
    assert.deepEqual(
      [await asked(' Person2@example.org'), await asked('person0@example.org'), await asked('x@example.org')],
      ['sent', 'failed', 'nobody'],
    );
    smtp.atRecipient.clear();
    const rui = await signedIn(port, store.write, { name: 'Rui', now: clock.now() });
    jsonOf(await rui.post(`${LAUNCH}/again`, { which: 'failed' }));
    const again = await until(ana, ({ state, progress }) => state === 'done' && progress?.sums.sent === 3);
    assert.equal(again.progress?.sums.failed, 1);
    const event = store.write.selectFrom('audit_event').select('detail').where('action', '=', 'launch-again');
    assert.equal(JSON.parse((await event.executeTakeFirstOrThrow()).detail).people, 1);
    assert.equal(
      codeOf(await ana.post(`${LAUNCH}/pause`).then(async () => ana.post(`${LAUNCH}/undo`))),
      'not-now',
    );
    assert.equal(codeOf(await ana.post(`${LAUNCH}/receipt`)), 'needs-passkey', 'after ten minutes');
    const receipt = (await rui.post(`${LAUNCH}/receipt`)).body.toString();
    assert.match(receipt, /person3@example\.org.*sent/);
    assert.match(receipt, /person1@example\.org.*failed.*5\.1\.1 No such user/);
    await stop();
  },
);

testOnEach(
  'an owner sends 20 test mails in a quarter of an hour, to whomever; another one still can (catches: as many as somebody in a mailbox likes)',
  async (t, open) => {
    const store = await open();
    const now = Date.now();
    const { ana, port } = await start(t, store, () => now);
    const eva = await signedIn(port, store.write, { name: 'Eva', begun: 'mailed', now });
    const send = async (owner: OwnerCaller, n: number) =>
      (await owner.post(`${LAUNCH}/test`, { address: `someone${n}@example.com` })).status;
    const statuses = await Promise.all(Array.from({ length: 22 }, (_, n) => send(ana, n)));
    assert.deepEqual(
      [200, 429].map((status) => statuses.filter((one) => one === status).length),
      [20, 2],
    );
    assert.equal(await send(eva, 0), 200);
  },
);
