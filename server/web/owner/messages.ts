import {
  MESSAGE_LISTS,
  MESSAGE_MARKS,
  type MessageLine,
  type MessageList,
  type MessageReleased,
  type WholeMessage,
} from '#contract/owner/messages.ts';
import { countInbox, findMessage, markMessage, newestMessages } from '#server/messages/find.ts';
import { releaseMessage } from '#server/messages/release.ts';
import { deleteMessage } from '#server/messages/retain.ts';
import { cut, fieldsOf, pageIn } from './asked.ts';
import type { Answer, Ask, OwnerRoute } from './route.ts';

const SHOWN = 50;
const BEGINS = 160;
const SMALL = 1024;
const NOT_FOUND: Answer = { problem: 'not-found' };
const DONE: Answer = { json: { ok: true } };

export const MESSAGES_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'GET',
    path: '/messages',
    about:
      'Messages of the contact page, the newest first: all, unread or unanswered ones, or those held back as a robot’s.',
    handle: listMessages,
  },
  { method: 'GET', path: '/messages/:id', about: 'One message, whole.', handle: showMessage },
  {
    method: 'POST',
    path: '/messages/:id/mark',
    about: 'Marks a message as unread, read, answered or unanswered.',
    bodyLimit: SMALL,
    proof: 'never',
    handle: mark,
  },
  {
    method: 'POST',
    path: '/messages/:id/release',
    about: 'Lets a message through to the owner that was held back as a robot’s.',
    bodyLimit: SMALL,
    proof: 'with-passkey',
    handle: release,
  },
  {
    method: 'POST',
    path: '/messages/:id/delete',
    about: 'Deletes a message for good.',
    bodyLimit: SMALL,
    proof: 'with-passkey',
    handle: remove,
  },
];

async function listMessages({ query, parts: { read } }: Ask): Promise<Answer> {
  const asked = query.get('list') ?? 'all';
  const list = MESSAGE_LISTS.find((one) => one === asked);
  if (list === undefined) return { problem: 'malformed' };
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

async function showMessage({ params, parts: { read } }: Ask): Promise<Answer> {
  const row = await findMessage(read, Number(params['id']));
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

async function mark({ params, body, parts: { write, now }, audit }: Ask): Promise<Answer> {
  const asked = fieldsOf(body)['as'];
  const as = MESSAGE_MARKS.find((one) => one === asked);
  if (as === undefined) return { problem: 'malformed' };
  const id = Number(params['id']);
  const marked = await markMessage(write, id, as, now());
  if (marked === null) return NOT_FOUND;
  const { wasAnswered, isAnswered } = marked;
  if (isAnswered !== wasAnswered) await audit(isAnswered ? 'message-answered' : 'message-unanswered', { id });
  return DONE;
}

async function release({ params, parts, audit }: Ask): Promise<Answer> {
  const { write, config, now, poke } = parts;
  const id = Number(params['id']);
  const released = await releaseMessage(write, id, now());
  if (released === 'unknown') return NOT_FOUND;
  // Pressed twice, or by two owners: it is as they wanted it.
  if (released === 'released') {
    poke();
    await audit('message-released', { id });
  }
  return { json: { mailed: config.ownerEmail !== null } satisfies MessageReleased };
}

async function remove({ params, parts, audit }: Ask): Promise<Answer> {
  const id = Number(params['id']);
  if (!(await deleteMessage(parts.database, id))) return NOT_FOUND;
  await audit('message-deleted', { id });
  return DONE;
}
