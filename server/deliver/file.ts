import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from '#kysely';
import { rowsKept } from '#server/outbox/subject-mails.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import { namesIn, syncFolderMeanwhile } from '#server/store/durable-file.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Mailer } from './deliver.ts';
import type { Mail, Mailbox } from './message.ts';

/** Mails the folder holds at most: two files each. Then nothing is written until the operator has moved some away. */
const MOST_MAIL_FILES = 10_000;

/** `2026-01-02T03-04-05.678Z-confirm-17-1a2b3c4d.txt` or `.html`, also what a killed process left unfinished. */
const MAIL_FILE = /^[\d-]{10}T[\d.-]{12}Z-([a-z-]+)-(\d{1,15})-[0-9a-f]{8}\.(?:txt|html)(?:\.\d+\.part)?$/;
/** Names whose rows are asked for at once. */
const CHUNK = 500;

/**
 * Keeps each mail as two files in `folder`, readable by the owner of the process only: date and name of the mail, e.g.
 * `2026-01-02T03-04-05.678Z-confirm-17-1a2b3c4d.txt`, the headers and the text part with its links as they are, and
 * the same with `.html`. The same mail again replaces its files.
 */
export function createMailFiles(folder: string, most: number = MOST_MAIL_FILES): Mailer {
  return {
    send: (mail) =>
      write(folder, mail, most).catch(({ code }: NodeJS.ErrnoException) => ({
        outcome: 'retry',
        reply: `emails cannot be written to the folder outbox of DATA_DIR (${code})`,
      })),
    close: async () => {},
  };
}

async function write(folder: string, mail: Mail, most: number): Promise<Delivery> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${mail.date.toISOString().replaceAll(':', '-')}-${mail.name}`;
  const text = `${name}.txt`;
  const texts = (await readdir(folder)).filter((file) => file.endsWith('.txt'));
  if (texts.length >= most && !texts.includes(text)) {
    const reply = `the folder outbox is full (${most} mails): move some away or set SMTP_URL`;
    return { outcome: 'retry', reply };
  }
  // The text last: where it is, its HTML is too.
  await replace(join(folder, `${name}.html`), mail.html);
  await replace(join(folder, text), readable(mail));
  await syncFolderMeanwhile(join(folder, text));
  return { outcome: 'sent', reply: `written to outbox/${text}` };
}

/** Where mails become files. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

function readable(mail: Mail): string {
  const box = ({ name, address }: Mailbox) => (name ? `${name} <${address}>` : address);
  const lines = {
    From: box(mail.from),
    To: box(mail.to),
    ...(mail.replyTo && { 'Reply-To': box(mail.replyTo) }),
    Subject: mail.subject,
    Date: mail.date.toUTCString(),
    'Message-ID': mail.messageId,
    ...mail.headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
  return `${head.join('\n')}\n\n${mail.text}`;
}

/** The whole file or none of it, also when the power fails. Others are answered meanwhile. */
async function replace(file: string, content: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.part`;
  try {
    await writeFile(unfinished, content, { mode: 0o600, flush: true });
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Deletes the mails in `dataDir/outbox` whose row is in the outbox no more: of people who were erased or never
 * confirmed, and those that ended long ago. Each process looks after its own folder; what is no mail of ours stays.
 * Returns the number of files deleted. Rejects when the store or the folder cannot be used; safe to repeat.
 */
export async function sweepMailFiles(dataDir: string, query: Kysely<Tables>): Promise<number> {
  const folder = mailFolder(dataDir);
  // Before the rows: a mail becomes a file only after its row is there.
  const found = (await namesIn(folder)).flatMap((file) => {
    const [, kind, id] = MAIL_FILE.exec(file) ?? [];
    return id === undefined ? [] : [{ file, kind, id: Number(id) }];
  });
  let deleted = 0;
  for (let from = 0; from < found.length; from += CHUNK) {
    const chunk = found.slice(from, from + CHUNK);
    const kept = await rowsKept(
      query,
      chunk.map(({ id }) => id),
    );
    for (const { file, kind, id } of chunk) {
      if (kept.has(`${kind} ${id}`)) continue;
      await rm(join(folder, file), { force: true });
      deleted += 1;
    }
  }
  return deleted;
}
