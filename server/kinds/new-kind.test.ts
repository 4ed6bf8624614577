import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { readConfig } from '#server/base/config.ts';
import { createLive } from '#server/base/shown-site.ts';
import { loadBuild } from '#server/base/build.ts';
import { MAIL_KINDS, type MailKind } from '#contract/mails.ts';
import { DAY } from '#contract/time.ts';
import { composeMail } from '#server/deliver/message.ts';
import { type KindDeps, KINDS } from './kinds.ts';
import { createLog } from '#server/base/log.ts';
import type { Kind } from '#server/outbox/kind.ts';
import { forgetEnded, stopMails } from '#server/outbox/subject-mails.ts';
import { listIssues } from '#server/outbox/delivery-issues.ts';
import { retry } from '#server/outbox/send-again.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { createWorkers } from '#server/app/workers.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { START, states } from '#test/fixtures/outbox.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';

/** All the code of a new kind of mail, besides its template. */
const thanks: Kind<KindDeps> = {
  // Not one of the contract's.
  name: 'thanks' as string as MailKind,
  subjectType: 'subscription',
  lane: 'others',
  // A third is reserved for those that go first.
  anHour: 2,
  unknownTries: 0,
  keptDays: 2,
  toVisitor: true,
  newestOnly: false,
  alarm: 'alarm-mail',
  handler:
    ({ query, mailer, siteUrl, mailFrom }) =>
    async ({ id, subjectId: subject, createdAt: now }) => {
      const person = await query
        .selectFrom('subscription')
        .select('address as to')
        .where('id', '=', subject)
        .executeTakeFirstOrThrow();
      const words = { subject: 'Thanks', text: 'Thanks', html: '<p>Thanks</p>' };
      const parts = { ...words, ...person, kind: 'thanks', id: String(id), siteUrl, from: mailFrom, now };
      return () => mailer.send(composeMail({ ...parts, auto: 'auto-generated' }));
    },
};
const kinds = [...KINDS, thanks];

async function setUp(t: TestContext, store: TestStore) {
  const clock = { time: START };
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  const config = readConfig({ DATA_DIR: store.dataDir, MAILS: 'files' });
  const build = loadBuild(dist);
  const ends: string[] = [];
  const workers = await createWorkers(createLive(config).shown, {
    kinds,
    database: store.database,
    secrets: createSecrets(['k'.repeat(32)]),
    site: () => build,
    needsOf: async () => [],
    log: createLog(
      (line) => assert.fail(line),
      () => new Date(0),
    ),
    now: () => clock.time,
    steadyNow: () => clock.time,
    random: () => 0.5,
    onOutcome: (kind, outcome) => void ends.push(`${kind} ${outcome}`),
  });
  await store.add(subscription('ana'));
  await store.write.deleteFrom('outbox').execute();
  const { id } = await rowOf(store, 'ana');
  const put = () =>
    store.write
      .insertInto('outbox')
      .values({ kind: 'thanks', subject_id: id, due_at: clock.time, created_at: clock.time })
      .execute();
  return { clock, workers, ends, id, put };
}

test('each kind that the contract names is sent, and no other', () => {
  assert.deepEqual(KINDS.map(({ name }) => name).toSorted(), MAIL_KINDS.toSorted());
});

testOnEach(
  'a new kind of mail is one entry: it is sent, paced, listed, tried again, kept and forgotten (catches: a list of kinds elsewhere)',
  async (t, open) => {
    const store = await open({ now: () => START });
    const { clock, workers, ends, id, put } = await setUp(t, store);
    await put();
    await put();
    await workers.runOnce();
    assert.deepEqual([ends, await states(store)], [['thanks sent'], 'sent queued'], 'one an hour');

    await store.write.updateTable('outbox').set({ state: 'failed', finished_at: START }).execute();
    const [listed] = await listIssues(store.write, 'failed', { limit: 1, before: 1_000 });
    assert.deepEqual([listed?.kind, listed?.address], ['thanks', 'ana@example.com']);
    const rows = await store.write.selectFrom('outbox').select('id').execute();
    const again = await retry(
      store.write,
      kinds,
      rows.map((row) => row.id),
      START + DAY,
    );
    assert.equal(again.sent.length, 2);
    const anew = await store.write.selectFrom('outbox').select('created_at').execute();
    assert.deepEqual(new Set(anew.map((row) => row.created_at)), new Set([START + DAY]));

    clock.time = START + DAY;
    await workers.runOnce();
    assert.equal(await states(store), 'sent queued');
    await store.write
      .transaction()
      .execute((trx) => stopMails(trx, [id], clock.time, 'The person has left.'));
    assert.equal(await states(store), 'sent skipped');
    await forgetEnded(store.write, kinds, clock.time + DAY);
    assert.equal(await states(store), 'sent skipped');
    await forgetEnded(store.write, kinds, clock.time + 3 * DAY);
    assert.equal(await states(store), '');

    await put();
    await verbsOf(store, () => clock.time).erase(id);
    assert.equal(await states(store), '');
  },
);
