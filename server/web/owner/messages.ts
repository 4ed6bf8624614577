import * as v from 'valibot';
import {
  MESSAGE_LISTS,
  MESSAGE_MARKS,
  type MessageLine,
  type MessageList,
  type MessageReleased,
  type WholeMessage,
} from '#contract/owner/messages.ts';
import { countInbox, findMessage, markMessage, newestMessages } from '#server/messages/find.ts';
import { readOwnerReader } from '#server/owners/owner-reader.ts';
import { releaseMessage } from '#server/messages/release.ts';
import { deleteMessage } from '#server/messages/retain.ts';
import { cut, pageIn } from './asked.ts';
import { type Answer, type Ask, DONE, get, MALFORMED, NOT_FOUND, type OwnerRoute, post } from './route.ts';

const SHOWN = 50;
const BEGINS = 160;
const MARK = v.object({ as: v.picklist(MESSAGE_MARKS) });

export const MESSAGES_ROUTES: readonly OwnerRoute[] = [
  get(
    '/messages',
    'Lists contact messages, newest first: all, unread, unanswered, or suspected spam.',
    listMessages,
  ),
  get('/messages/:id', 'Shows one message in full.', showMessage),
  post('never', '/messages/:id/mark', 'Marks a message as unread, read, answered or unanswered.', mark, MARK),
  post(
    'with-passkey',
    '/messages/:id/release',
    'Marks a message as not spam and emails it to the owner.',
    release,
  ),
  post('with-passkey', '/messages/:id/delete', 'Deletes a message permanently.', remove),
];

async function listMessages({ query, parts: { read } }: Ask): Promise<Answer> {
  const asked = query.get('list') ?? 'all';
  const list = MESSAGE_LISTS.find((one) => one === asked);
  if (list === undefined) return MALFORMED;
  const { shown, next } = cut(await newestMessages(read, list, pageIn(query, SHOWN)), SHOWN);
  const messages = shown.map((row): MessageLine => {
    const begins = row.message.slice(0, 2 * BEGINS).replace(/\s+/g, ' ');
    return {
      id: row.id,
      name: row.name,
      begins: begins.slice(0, BEGINS).toWellFormed(),
      at: row.created_at,
      state: stateOf(row),
    };
  });
  return { json: { messages, next, ...(await countInbox(read)) } satisfies MessageList };
}

async function showMessage({ id, parts: { read } }: Ask): Promise<Answer> {
  const row = await findMessage(read, id);
  if (row === null) return NOT_FOUND;
  const { created_at: at, answered_at: answeredAt, ...others } = row;
  const { read_at: _read, suspect: _suspect, consent: _consent, ...rest } = others;
  return { json: { ...rest, at, answeredAt, state: stateOf(row) } satisfies WholeMessage };
}

type Marked = Record<'read_at' | 'answered_at', number | null> & { suspect: string | null };

function stateOf({ suspect, read_at, answered_at }: Marked): MessageLine['state'] {
  if (suspect !== null) return 'held';
  if (answered_at !== null) return 'answered';
  return read_at === null ? 'unread' : 'read';
}

async function mark({ id, body, parts, audit }: Ask<typeof MARK>): Promise<Answer> {
  const marked = await markMessage(parts.write, id, body.as, parts.now());
  if (marked === null) return NOT_FOUND;
  const { wasAnswered, isAnswered } = marked;
  if (isAnswered !== wasAnswered) await audit(isAnswered ? 'message-answered' : 'message-unanswered', { id });
  return DONE;
}

async function release({ id, parts, audit }: Ask): Promise<Answer> {
  const { write, config, now, poke } = parts;
  const released = await releaseMessage(write, id, now());
  if (released === 'unknown') return NOT_FOUND;
  // Repeated, or released by another owner: nothing more to do.
  if (released === 'released') {
    poke();
    await audit('message-released', { id });
  }
  return { json: { mailed: (await readOwnerReader(write, config)) !== null } satisfies MessageReleased };
}

async function remove({ id, parts, audit }: Ask): Promise<Answer> {
  if (!(await deleteMessage(parts.database, id))) return NOT_FOUND;
  await audit('message-deleted', { id });
  return DONE;
}
