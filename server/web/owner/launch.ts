import type { Purpose } from '#contract/owner/launch.ts';
import { parseAddress } from '#contract/subscribe.ts';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { readBooks, readNow } from '#server/launch/overview.ts';
import { headOf, receiptOf, signed } from '#server/launch/receipt.ts';
import { askAbout, readUntold } from '#server/launch/untold.ts';
import { asCsv, asJson } from '#server/table.ts';
import { fieldsOf, idIn } from './asked.ts';
import { act, beginRehearsal, endRehearsal, openNow, tellAgain } from './launch/acts.ts';
import { purposeIn, textOf } from './launch/asked.ts';
import { chooseHour } from './launch/time.ts';
import {
  keepWords,
  preview,
  previewTyped,
  readTest,
  sayTheSame,
  sendTest,
  showWords,
} from './launch/words.ts';
import type { Answer, Ask, OwnerRoute, Proof } from './route.ts';

const SMALL = 1024;
const SEEN = 16 * 1024;
const WORDS = 128 * 1024;
const SOURCE = 512 * 1024;
const ONE = '/announcements/:purpose';

type Handle = (ask: Ask, purpose: Purpose) => Promise<Answer>;

/** Of one announcement: `launch`, or `book:` and its name. */
function of(handle: Handle): (ask: Ask) => Promise<Answer> {
  return async (ask) => {
    const purpose = purposeIn(ask.params);
    return purpose === null ? { problem: 'not-found' } : handle(ask, purpose);
  };
}

function get(path: string, about: string, handle: Handle): OwnerRoute {
  return { method: 'GET', path: `${ONE}${path}`, about, handle: of(handle) };
}

function post(proof: Proof, path: string, about: string, handle: Handle, bodyLimit = SMALL): OwnerRoute {
  return { method: 'POST', path: `${ONE}${path}`, about, bodyLimit, proof, handle: of(handle) };
}

export const LAUNCH_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'GET',
    path: '/books',
    about: 'The books, and how many have asked to be told about each.',
    handle: async ({ parts }) => ({ json: await readBooks(parts) }),
  },
  get('', 'All there is to know about one announcement: `launch`, `book:seo` or `book:ads`.', show),
  get('/words', 'What the mail says in each language, and what we suggest.', showWords),
  post(
    'never',
    '/words',
    'Keeps the words, unless somebody else has changed them since `since`.',
    keepWords,
    WORDS,
  ),
  post(
    'never',
    '/words/same',
    'The words of `language` still say the same as those of the first one.',
    sayTheSame,
  ),
  get('/preview', 'The mail itself, for a frame: `language`, and `theme` light or dark.', preview),
  post(
    'never',
    '/preview',
    'The mail in `words` that are not kept yet, to be put into that frame.',
    previewTyped,
    WORDS,
  ),
  post('with-passkey', '/test', 'Sends the mail as it stands to `address`, and to nobody else.', sendTest),
  post(
    'never',
    '/source',
    'Reads the source of a test mail: what its receiver says of it.',
    readTest,
    SOURCE,
  ),
  post(
    'never',
    '/time',
    'Says what an hour means, and what then happens; with `keep` it is chosen.',
    chooseHour,
  ),
  post('never', '/rehearse', 'Begins a rehearsal. Nothing is sent.', beginRehearsal),
  post('never', '/rehearse/stop', 'Ends the rehearsal that runs.', endRehearsal),
  post('always', '/open', 'Opens the site and tells everybody, now or at the chosen hour.', openNow, SEEN),
  post('with-passkey', '/undo', 'Takes it back before the first mail has left.', act('undo')),
  // Nothing ends by it, and somebody may be in a hurry.
  post('never', '/pause', 'Starts no more mails.', act('pause')),
  post('with-passkey', '/resume', 'Goes on where it was paused.', act('resume')),
  post('always', '/stop', 'Ends it for good: who has not been told is not.', act('stop'), SEEN),
  post(
    'always',
    '/again',
    'Tells people once more: all who `failed`, all `unknown`, or by their ids.',
    tellAgain,
    SEEN,
  ),
  get(
    '/untold',
    'Those who were refused, or whose mail has no known end: `state` failed or unknown.',
    listUntold,
  ),
  post('never', '/asked', 'Whether the person of `address` has got it.', didSheGetIt),
  post(
    'always',
    '/receipt/json',
    'A file: who was told when, and how each mail ended, signed.',
    giveSigned,
    SEEN,
  ),
  post('always', '/receipt/csv', 'The same as a table.', giveTable, SEEN),
];

async function show({ parts }: Ask, purpose: Purpose): Promise<Answer> {
  return { json: await readNow(purpose, parts) };
}

async function listUntold({ query, parts: { read } }: Ask, purpose: Purpose): Promise<Answer> {
  const state = query.get('state');
  if (state !== 'failed' && state !== 'unknown') return { problem: 'malformed' };
  const found = await readAnnouncement(read, purpose);
  if (found === null) return { json: { people: [], next: null, tellable: 0 } };
  return { json: await readUntold(read, found.id, state, idIn(query.get('after')) ?? 0) };
}

async function didSheGetIt({ body, parts: { read } }: Ask, purpose: Purpose): Promise<Answer> {
  const address = parseAddress(textOf(fieldsOf(body)['address']) ?? '');
  if (!address.ok) return { problem: 'invalid-fields', fields: [{ field: 'address', code: address.code }] };
  const found = await readAnnouncement(read, purpose);
  if (found === null || found.armed_at === null) return { problem: 'not-now' };
  return { json: await askAbout(read, found, address.key) };
}

async function giveSigned({ parts: { read, secrets }, audit }: Ask, purpose: Purpose): Promise<Answer> {
  const found = await readAnnouncement(read, purpose);
  if (found === null || found.armed_at === null) return { problem: 'not-now' };
  async function* lines(table: ReturnType<typeof receiptOf>, head: string) {
    yield head;
    yield* asJson(table);
  }
  await audit('launch-exported', { purpose });
  return {
    file: signed(secrets, lines(receiptOf(read, found.id), await headOf(read, found))),
    name: `${nameOf(purpose)}.jsonl`,
    type: 'application/jsonl; charset=utf-8',
  };
}

async function giveTable({ parts: { read }, audit }: Ask, purpose: Purpose): Promise<Answer> {
  const found = await readAnnouncement(read, purpose);
  if (found === null || found.armed_at === null) return { problem: 'not-now' };
  await audit('launch-exported', { purpose });
  return {
    file: asCsv(receiptOf(read, found.id)),
    name: `${nameOf(purpose)}.csv`,
    type: 'text/csv; charset=utf-8',
  };
}

function nameOf(purpose: Purpose): string {
  return `receipt-${purpose.replace(':', '-')}`;
}
