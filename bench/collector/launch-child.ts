import { setTimeout as wait } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { createTransport } from 'nodemailer';
import { NEWS } from '#contract/newsletter.ts';
import type { Purpose } from '#contract/owner/launch.ts';
import { sql } from '#kysely';
import { LAUNCH_WORDS, open, order, startSender } from '#test/fixtures/launch.ts';
import type { SmtpFixture } from '#test/fixtures/smtp.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { pause, readAnnouncement } from '#server/launch/announcement.ts';
import { writeWords } from '#test/fixtures/written-words.ts';
import { lastStart } from '#server/launch/ledger.ts';
import { countRecipients } from '#server/launch/recipients.ts';
import type { Database } from '#server/store/database.ts';
import type { LaunchTask, Told } from './launch.ts';
import { residentMegabytes } from './processes.ts';

// A separate process, so that each task starts from the same state.
// usage: node launch-child.ts <task as JSON>
const task = JSON.parse(process.argv[2] ?? '') as LaunchTask;

/** Everybody reads the newsletter. */
async function openFor({ write }: Pick<Database, 'write'>, purpose: Purpose): Promise<number> {
  const now = Date.now();
  if (purpose !== 'launch')
    await sql`INSERT INTO interest SELECT id, ${NEWS}, created_at FROM subscription`.execute(write);
  await writeWords(write, purpose, LAUNCH_WORDS, { by: 'a test', now });
  const opened = await open(write, purpose, order({ maxPerMinute: 1_000_000, now }));
  if (!opened.ok) throw new Error('it could not be opened');
  return opened.announcement.id;
}

/** Emails everybody; with `pauses` it pauses halfway. */
async function tell({
  dataDir,
  smtpUrl,
  connections,
  purpose = 'launch',
  pauses = false,
}: Extract<LaunchTask, { what: 'tell' }>) {
  const ends: (() => unknown)[] = [];
  const t = { after: (end: () => unknown) => void ends.unshift(end) } as TestContext;
  const store = await openTestStore(t, { dataDir, now: Date.now });
  const { read, write } = store;
  const id = await openFor(store, purpose);
  await startSender(t, store, {
    smtp: { url: smtpUrl } as SmtpFixture,
    mailer: createMailer({ mailRoute: { is: 'server', url: smtpUrl }, dataDir, connections }),
    limits: { mailConnections: connections },
  });
  while ((await countRecipients(read, id)).sent < 100) await wait(20);
  const [from, { sent: before }] = [performance.now(), await countRecipients(read, id)];
  const memory = residentMegabytes(process.pid);
  let most = memory;
  let lateMs = 0;
  if (pauses) {
    const pausedAt = Date.now();
    await pause(write, purpose, { why: 'owner' }, Date.now());
    while ((await countRecipients(read, id)).started > 0) await wait(20);
    lateMs = Math.max(0, ((await lastStart(write, id)) ?? 0) - pausedAt);
  } else
    while ((await readAnnouncement(read, purpose))?.state !== 'done') {
      most = Math.max(most, residentMegabytes(process.pid));
      await wait(50);
    }
  const seconds = (performance.now() - from) / 1_000;
  const { sent } = await countRecipients(read, id);
  for (const end of ends) await end();
  return { perSecond: (sent - before) / seconds, moreMiB: most - memory, lateMs };
}

/** The same number of mails of the same size, sent by the pool alone. */
async function bare({ smtpUrl, connections, mails }: Extract<LaunchTask, { what: 'bare' }>) {
  const pool = createTransport({
    url: smtpUrl,
    pool: true,
    ignoreTLS: true,
    maxConnections: connections,
    maxMessages: Infinity,
  });
  const text = 'The site is open. '.repeat(60);
  const html = `<p>${'The site is open. '.repeat(400)}</p>`;
  let left = mails;
  const one = async () => {
    while (left-- > 0)
      await pool.sendMail({
        from: 'hello@example.com',
        to: `p${left}@example.com`,
        subject: 'Open',
        text,
        html,
      });
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - from) / 1_000;
  pool.close();
  return { perSecond: mails / seconds, moreMiB: 0, lateMs: 0 };
}

const result: Told = task.what === 'tell' ? await tell(task) : await bare(task);
process.send?.(result);
process.disconnect?.();
