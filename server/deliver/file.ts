import { access, constants, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolderMeanwhile } from '#server/store/folder.ts';
import type { Delivery, Verified } from '#server/outbox/delivery.ts';
import { isAddress, type Mail } from './message.ts';

/** Mails the folder holds at most: two files each. Then nothing is written until the operator has moved some away. */
const MOST_MAIL_FILES = 10_000;

export type MailFiles = {
  /** Writes the mail; the same mail again replaces its files. Never rejects. */
  send: (mail: Mail) => Promise<Delivery>;
  /** Whether mails could be written. */
  verify: () => Promise<Verified>;
};

/**
 * Keeps each mail as two files in `folder`, readable by the owner of the process only: date and name of the mail, e.g.
 * `2026-01-02T03-04-05.678Z-confirm-17-1a2b3c4d.txt`, the headers and the text part with its links as they are, and
 * the same with `.html`.
 */
export function createMailFiles(folder: string, most: number = MOST_MAIL_FILES): MailFiles {
  return {
    send: async (mail) => {
      if (!isAddress(mail.to.address)) return { outcome: 'failed', reply: 'the recipient is not an address' };
      try {
        return await write(folder, mail, most);
      } catch (error) {
        return { outcome: 'retry', reply: explain(error) };
      }
    },
    verify: async () => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK | constants.X_OK);
        return { ok: true };
      } catch (error) {
        return { ok: false, reason: explain(error) };
      }
    },
  };
}

async function write(folder: string, mail: Mail, most: number): Promise<Delivery> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const ending = `-${mail.name}.txt`;
  const texts = (await readdir(folder)).filter((file) => file.endsWith('.txt'));
  const known = texts.find((file) => file.slice(ISO_LENGTH) === ending);
  if (known === undefined && texts.length >= most) {
    return {
      outcome: 'retry',
      reply: `the folder outbox is full (${most} mails): move some away or set SMTP_URL`,
    };
  }
  const name = known ?? `${mail.date.toISOString().replaceAll(':', '-')}${ending}`;
  // The text last: where it is, its HTML is too.
  await replace(join(folder, name.replace(/\.txt$/, '.html')), mail.html);
  await replace(join(folder, name), readable(mail));
  await syncFolderMeanwhile(join(folder, name));
  return { outcome: 'sent', reply: `written to outbox/${name}` };
}

/** Where mails become files. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

const ISO_LENGTH = '2026-01-02T03-04-05.678Z'.length;

function readable(mail: Mail): string {
  const box = ({ name, address }: { name: string; address: string }) =>
    name ? `${name} <${address}>` : address;
  const lines = {
    From: box(mail.from),
    To: box(mail.to),
    ...(mail.replyTo && { 'Reply-To': box(mail.replyTo) }),
    Subject: mail.subject,
    Date: mail.date.toUTCString(),
    'Message-ID': mail.messageId,
    ...Object.fromEntries(
      Object.entries(mail.headers).map(([name, header]) => [
        name,
        typeof header === 'string' ? header : header.value,
      ]),
    ),
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
  return `${head.join('\n')}\n\n${mail.text}`;
}

/** The whole file or none of it, also when the power fails. */
async function replace(file: string, content: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.part`;
  try {
    await writeFile(unfinished, content, { mode: 0o600, flush: true });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
}

function explain(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  return `mails cannot be written to the folder outbox of DATA_DIR (${code})`;
}
