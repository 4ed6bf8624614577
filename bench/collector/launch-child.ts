import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { LAUNCH_WORDS } from '#test/fixtures/launch.ts';
import { createBookFiles } from '#server/books/book-files.ts';
import { readManifest } from '#server/build.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { loadMails } from '#server/deliver/templates.ts';
import { open, pause, readAnnouncement } from '#server/launch/announcement.ts';
import { writeWords } from '#server/launch/draft.ts';
import { lastStart } from '#server/launch/ledger.ts';
import { countRecipients } from '#server/launch/recipients.ts';
import { createSender } from '#server/launch/sender.ts';
import { createLog } from '#server/log.ts';
import { openStore } from '#server/open-store.ts';
import type { Database } from '#server/store/database.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import type { LaunchTask, Told } from './launch.ts';
import { residentMegabytes } from './processes.ts';

// A process of its own, so that each task meets the same.
// usage: node launch-child.ts <task as JSON>
const task = JSON.parse(process.argv[2] ?? '') as LaunchTask;

function openHere(dataDir: string): Promise<Database> {
  const fail = (message: string) => {
    throw new Error(message);
  };
  return openStore({
    dataDir,
    databaseUrl: null,
    consentTexts: [],
    now: Date.now,
    onFatal: ({ message }) => fail(message),
    onSetAside: fail,
  });
}

function senderOn(database: Database, smtpUrl: string, connections: number) {
  const { dist, remove } = writeFixtureBuild();
  const templates = loadMails(dist);
  const manifest = readManifest(dist);
  const bookFiles = createBookFiles(manifest, dist);
  remove();
  const mailer = createMailer({ smtpUrl, dataDir: '' }, connections);
  const sender = createSender({
    database,
    mailer,
    templates,
    words: manifest.words,
    bookFiles,
    secrets: createSecrets(['k'.repeat(32)]),
    siteUrl: 'https://example.com',
    mailFrom: 'hello@example.com',
    connections,
    mailsADay: 9_999_999,
    relay: null,
    home: 'here',
    resolveMx: () => Promise.resolve([]),
    log: createLog(
      (line) => process.stderr.write(line),
      () => new Date(),
    ),
    now: Date.now,
    steadyNow: () => performance.now(),
    random: Math.random,
  });
  return { sender, mailer };
}

async function openLaunch({ write }: Database): Promise<number> {
  const now = Date.now();
  await writeWords(write, 'launch', LAUNCH_WORDS, { by: 'a test', now });
  const order = { by: 'the bench', undoMs: 0, wave: 0, mostAMinute: 1_000_000, home: 'here', now };
  const opened = await open(write, 'launch', order);
  if (!opened.ok) throw new Error('it could not be opened');
  return opened.announcement.id;
}

/** Tells everybody; with `pauses` it pauses in the middle instead of going on to the end. */
async function tell({
  dataDir,
  smtpUrl,
  connections,
  pauses = false,
}: Extract<LaunchTask, { what: 'tell' }>) {
  const database = await openHere(dataDir);
  const { read, write } = database;
  const { sender, mailer } = senderOn(database, smtpUrl, connections);
  const id = await openLaunch(database);
  sender.start();
  while ((await countRecipients(read, id)).sent < 100) await wait(20);
  const [from, { sent: before }] = [performance.now(), await countRecipients(read, id)];
  const memory = residentMegabytes(process.pid);
  let most = memory;
  let lateMs = 0;
  if (pauses) {
    const pausedAt = Date.now();
    await pause(write, 'launch', { why: 'owner' }, Date.now());
    while ((await countRecipients(read, id)).started > 0) await wait(20);
    lateMs = Math.max(0, ((await lastStart(write, id)) ?? 0) - pausedAt);
  } else
    while ((await readAnnouncement(read, 'launch'))?.state !== 'done') {
      most = Math.max(most, residentMegabytes(process.pid));
      await wait(50);
    }
  const seconds = (performance.now() - from) / 1_000;
  const { sent } = await countRecipients(read, id);
  await sender.stop(5_000);
  await mailer.close();
  await database.close();
  return { perSecond: (sent - before) / seconds, moreMiB: most - memory, lateMs };
}

/** The same number of mails of the same size, by the pool alone. */
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
