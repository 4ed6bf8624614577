import { CONTACT_FIELDS } from '#contract/contact.ts';
import { findMessage, newestMessages } from '#server/messages/find.ts';
import { releaseMessage } from '#server/messages/release.ts';
import { command, Failed, Misused } from './command.ts';
import { nextPage, PAGE_OPTIONS, pageOf } from './page.ts';
import { withStore } from '#server/store/existing.ts';
import { readOwnerReader } from '#server/owners/owner-reader.ts';
import { withSettings } from './present.ts';
import { shortTime, tableLines } from './terminal.ts';

const BESIDES = CONTACT_FIELDS.filter((field) => field !== 'message');

export const messagesList = command({
  name: 'messages list',
  about: 'lists the newest contact messages; --suspect lists only suspected spam',
  options: { suspect: 'flag', ...PAGE_OPTIONS },
  run: async ({ values, settings, say }) => {
    const page = pageOf(values);
    const rows = await withStore(settings(), 'read', ({ read }) =>
      newestMessages(read, values.suspect ? 'held' : 'all', page),
    );
    if (rows.length === 0) return say('No messages.');
    const columns = ['id', 'received (UTC)', ...BESIDES, 'suspect', 'message begins'];
    const cells = rows.map((row) => [
      row.id,
      shortTime(row.created_at),
      ...BESIDES.map((field) => row[field]),
      row.suspect,
      row.message,
    ]);
    tableLines(columns, cells).forEach(say);
    const more = nextPage(rows, page);
    if (more) say(more);
  },
});

const UNKNOWN = 'No message with this ID.';

export const messagesShow = command({
  name: 'messages show',
  about: 'shows one contact message in full',
  operands: ['ID'],
  run: async ({ operands, settings, say }) => {
    const id = messageId(operands);
    const row = await withStore(settings(), 'read', ({ read }) => findMessage(read, id));
    if (row === null) throw new Failed(UNKNOWN);
    const { message, created_at, read_at, answered_at, ...fields } = row;
    const shown = Object.entries({
      'received (UTC)': shortTime(created_at),
      ...fields,
      'read (UTC)': read_at && shortTime(read_at),
      'answered (UTC)': answered_at && shortTime(answered_at),
    });
    for (const [name, value] of shown) if (value !== null) say(`${name}: ${harmless(String(value))}`);
    say(`\n${harmless(message)}`);
  },
});

export const messagesRelease = command({
  name: 'messages release',
  about: 'marks a message as not spam and emails it to the owner',
  operands: ['ID'],
  run: async ({ operands, settings, now, say }) => {
    const id = messageId(operands);
    const { released, isMailed } = await withSettings(settings(), 'write', async ({ write }, config) => ({
      released: await releaseMessage(write, id, now()),
      isMailed: (await readOwnerReader(write, config)) !== null,
    }));
    if (released === 'unknown') throw new Failed(UNKNOWN);
    if (released === 'not-held') throw new Failed('This message is not suspected spam.');
    say(
      isMailed
        ? 'Not spam. Its email to the owner is queued.'
        : 'Not spam. Its email is on hold until OWNER_EMAIL is set.',
    );
  },
});

/** @throws Misused */
function messageId([operand = '']: string[]): number {
  if (/^\d{1,15}$/.test(operand)) return Number(operand);
  throw new Misused('ID is the number in the first column of "messages list".');
}

/** Untrusted text: keeps line breaks, strips terminal escape sequences. */
function harmless(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{C}\n]/gu, ' ');
}
