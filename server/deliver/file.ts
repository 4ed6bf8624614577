import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from '#kysely';
import { rowsKept } from '#server/outbox/subject-mails.ts';
import { type Delivery, TO_FILE } from '#server/outbox/delivery.ts';
import { namesIn, syncFolderMeanwhile } from '#server/store/durable-file.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Mailer } from './mailer.ts';
import type { Mail, Addressee } from './message.ts';

/** Maximum mails in the folder, two files each. Beyond it nothing is written until the operator tidies up. */
const MOST_MAIL_FILES = 10_000;

/**
 * `2026-01-02T03-04-05.678Z-confirm-17-1a2b3c4d.txt` or `.html`, of an announcement `…-book-seo-2-17-1a2b3c4d.txt`
 * with its id and the person's, or a leftover of a killed process.
 */
const MAIL_FILE =
  /^[\d-]{10}T[\d.-]{12}Z-(?:([a-z-]+)|(?:launch|(?:book|letter)-[a-z\d-]+)-([1-9]\d{0,14}))-(\d{1,15})-[0-9a-f]{8}\.(?:txt|html|jpg)(?:\.\d+\.part)?$/;
/** File names checked per query. */
const CHUNK = 500;

/**
 * Writes each mail as two files in `folder`, readable by the process's user only, named by date and mail:
 * `2026-01-02T03-04-05.678Z-confirm-17-1a2b3c4d.txt` with the headers and the text part, links included, and
 * the same with `.html`. A repeated mail replaces its files.
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
  // The text last: if it exists, the HTML does too.
  await replace(join(folder, `${name}.html`), await withPicture(folder, name, mail));
  await replace(join(folder, text), readable(mail));
  await syncFolderMeanwhile(join(folder, text));
  return { outcome: 'sent', reply: `${TO_FILE}${text}` };
}

/** Browsers find no part of a mail: the picture is a file beside it, one for all mails that show it. */
async function withPicture(folder: string, name: string, { html, inline }: Mail): Promise<string> {
  if (inline === undefined) return html;
  const file = `${inline.cid.replace(/@.*/, '')}.jpg`;
  // Its name depends on its content. Mails that are written at once have drafts of their own.
  if (!existsSync(join(folder, file)))
    await replace(join(folder, file), inline.bytes, join(folder, `${name}.jpg`));
  return html.replaceAll(`cid:${inline.cid}`, file);
}

/** The folder for mails as files. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

function readable(mail: Mail): string {
  const box = ({ name, address }: Addressee) => (name ? `${name} <${address}>` : address);
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

/** Atomic, even in a power failure, and asynchronous. */
async function replace(file: string, content: string | Uint8Array, draft = file): Promise<void> {
  const unfinished = `${draft}.${process.pid}.part`;
  try {
    await writeFile(unfinished, content, { mode: 0o600, flush: true });
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Deletes the mails in `dataDir/outbox` whose row is gone: people erased or never confirmed, and old
 * ones. Each process cleans its own folder; other files stay. Returns the number of deleted files. Rejects if
 * the store or the folder is unusable; safe to repeat.
 */
export async function sweepMailFiles(dataDir: string, query: Kysely<Tables>): Promise<number> {
  const folder = mailFolder(dataDir);
  // Read before the rows: a mail is written only after its row exists.
  const found = (await namesIn(folder)).flatMap((file) => {
    const [, kind, announcement, id] = MAIL_FILE.exec(file) ?? [];
    return id === undefined ? [] : [{ file, of: kind ?? Number(announcement), id: Number(id) }];
  });
  let deleted = 0;
  for (let from = 0; from < found.length; from += CHUNK) {
    const chunk = found.slice(from, from + CHUNK);
    const kept = await rowsKept(query, chunk);
    for (const { file, of, id } of chunk) {
      if (kept.has(`${of} ${id}`)) continue;
      await rm(join(folder, file), { force: true });
      deleted += 1;
    }
  }
  return deleted;
}
