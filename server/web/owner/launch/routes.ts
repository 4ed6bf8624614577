import * as v from 'valibot';
import { factsOf } from '#contract/content/own-facts.ts';
import { letterOf } from '#contract/announcement.ts';
import type { LetterMade, Purpose } from '#contract/owner/launch.ts';
import type { Proof } from '#contract/owner/session.ts';
import { MOST_SLUG, SLUG } from '#contract/shown-letter.ts';
import { parseAddress } from '#contract/subscribe.ts';
import { readTitles } from '#server/launch/former-books.ts';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { shownContent } from '#server/doctor/shown-content.ts';
import { choosePage, deleteLetter, makeLetter, readLetters } from '#server/launch/letters.ts';
import { readNow } from '#server/launch/overview.ts';
import { isPurpose } from '#server/launch/purposes.ts';
import { receiptOf } from '#server/launch/receipt.ts';
import { askAbout, readUntold } from '#server/launch/untold.ts';
import { asCsv } from '#server/base/table.ts';
import { idIn } from '../asked.ts';
import { type BodySchema, type NoFields, text } from '../body.ts';
import { act, AGAIN, beginRehearsal, endRehearsal, openNow, ORDER, sendAgainTo } from './acts.ts';
import { chooseHour, HOUR_BODY } from './time.ts';
import * as words from './words.ts';
import {
  type Answer,
  type Ask,
  DONE,
  get as getRow,
  MALFORMED,
  NOT_FOUND,
  NOT_NOW,
  type OwnerParts,
  type OwnerRoute,
  post as postRow,
  wrongField,
} from '../route.ts';

const SEEN = 16 * 1024;
const WORDS = 64 * 1024;
const SOURCE = 512 * 1024;
const ONE = '/announcements/:purpose';

type Handle<S extends BodySchema> = (ask: Ask<S>, purpose: Purpose) => Promise<Answer>;

/** For one announcement: `launch`, `book:` and its name, or `letter:` and the number of one that was made. */
function of<S extends BodySchema>(handle: Handle<S>): (ask: Ask<S>) => Promise<Answer> {
  return async (ask) => {
    const { purpose } = ask.params;
    if (!isPurpose(purpose)) return NOT_FOUND;
    const isMade = letterOf(purpose) === null || (await readAnnouncement(ask.parts.read, purpose)) !== null;
    return isMade ? handle(ask, purpose) : NOT_FOUND;
  };
}

function get(path: string, about: string, handle: Handle<NoFields>): OwnerRoute {
  return getRow(ONE + path, about, of(handle));
}

function post<S extends BodySchema>(
  proof: Proof,
  path: string,
  about: string,
  handle: Handle<S>,
  body?: S,
  bodyLimit?: number,
): OwnerRoute {
  return postRow(proof, ONE + path, about, of(handle), body, bodyLimit);
}

const ASKED = v.object({ address: text(1_000) });
const PAGE = v.object({
  slug: v.nullish(v.pipe(text(MOST_SLUG), v.regex(SLUG)), null),
  shown: v.boolean(),
});
const MADE = v.object({ from: v.nullish(text(100), null) });

export const LAUNCH_ROUTES: readonly OwnerRoute[] = [
  getRow(
    '/books/titles',
    'Lists the titles of the books in each language, also of those that the site has no more.',
    async ({ parts }) => ({ json: await readTitles(parts) }),
  ),
  getRow('/letters', 'Lists the newsletters, the books, and what else people were told.', listLetters),
  postRow(
    'never',
    '/letters',
    'Makes the draft of a newsletter: empty, or with the words of the announcement `from`.',
    makeDraft,
    MADE,
  ),
  post('never', '/delete', 'Deletes the draft of a newsletter.', deleteDraft),
  post(
    'never',
    '/page',
    'Says whether a newsletter has a page (`shown`) and, while it is a draft, where: `/newsletter/` and the `slug`.',
    setPage,
    PAGE,
  ),
  get(
    '',
    'Shows an announcement: `launch`, `book:` and the id of the book, or `letter:` and the number of the newsletter.',
    show,
  ),
  get(
    '/words',
    'Shows the email text in each language, the suggested text, and who else edits.',
    words.showWords,
  ),
  post(
    'never',
    '/words/save',
    'Writes a `field` of the email, such as `subject.en` or the `picture`, unless another owner has written it since `revision`.',
    words.saveField,
    words.SAVED,
    WORDS,
  ),
  post(
    'never',
    '/picture',
    'Draws the uploaded `file` for the email, and answers what is saved as its field `picture`.',
    words.drawPicture,
    words.PICTURE,
  ),
  post('never', '/words/done', 'Says that the email text is written in every language.', words.finish),
  post('with-passkey', '/test', 'Sends a test email to `address` only.', words.sendTest, words.TEST),
  post(
    'never',
    '/source',
    'Reads the original of a test email: the receiver’s verdict.',
    words.readTest,
    words.SOURCE,
    SOURCE,
  ),
  post(
    'never',
    '/time',
    'Checks a date and time, and shows the plan that follows; `keep` saves it.',
    chooseHour,
    HOUR_BODY,
  ),
  post('never', '/rehearse', 'Starts the launch check. Sends nothing.', beginRehearsal),
  post('never', '/rehearse/stop', 'Stops the running launch check.', endRehearsal),
  post(
    'always',
    '/open',
    'Launches: makes the site live and emails all recipients, now or at the scheduled time.',
    openNow,
    ORDER,
    SEEN,
  ),
  post('with-passkey', '/undo', 'Undoes the launch before the first email is sent.', act('undo')),
  // Pausing is reversible, and the owner may be in a hurry.
  post('never', '/pause', 'Pauses sending.', act('pause')),
  post('with-passkey', '/resume', 'Resumes sending.', act('resume')),
  post(
    'always',
    '/stop',
    'Stops sending permanently: recipients not emailed yet never will be.',
    act('stop'),
  ),
  post(
    'always',
    '/again',
    'Resends to recipients: all `failed`, all `unknown`, or by their ids.',
    sendAgainTo,
    AGAIN,
    SEEN,
  ),
  get(
    '/untold',
    'Lists recipients whose email was not delivered or whose delivery is unknown: `state` failed or unknown.',
    listUntold,
  ),
  post('never', '/asked', 'Says whether the person with `address` was emailed.', wasEmailed, ASKED),
  post('always', '/receipt', 'Downloads the delivery report, as CSV.', giveReceipt),
];

async function listLetters({ parts, owner: { language } }: Ask): Promise<Answer> {
  const aMonth = factsOf(shownContent(parts.build.dist))['newsletter.aMonth'];
  return { json: await readLetters(parts, { aMonth, language }) };
}

async function makeDraft({ body, parts, audit }: Ask<typeof MADE>): Promise<Answer> {
  const { write, now } = parts;
  const from = body.from === null || !isPurpose(body.from) ? null : await readAnnouncement(write, body.from);
  if (body.from !== null && from === null) return wrongField('from', 'invalid');
  const purpose = await makeLetter(write, from, now());
  if (purpose === null) return NOT_NOW;
  await audit('letter-new', { purpose });
  return { json: { purpose } satisfies LetterMade };
}

async function deleteDraft({ parts, audit }: Ask, purpose: Purpose): Promise<Answer> {
  if (!(await deleteLetter(parts.write, purpose))) return NOT_NOW;
  await audit('letter-deleted', { purpose });
  return DONE;
}

/** Answers once the page is there, or gone. What keeps it from that is logged and tried again; its `isUp` says the truth. */
async function setPage(
  { body, parts, audit, lacksProof }: Ask<typeof PAGE>,
  purpose: Purpose,
): Promise<Answer> {
  // Visitors see the difference.
  const isDraft = (await readAnnouncement(parts.write, purpose))?.state === 'draft';
  if (!isDraft && (await lacksProof('with-passkey'))) return { problem: 'needs-passkey' };
  const chosen = await choosePage(parts.write, purpose, body, parts.now());
  if (chosen === 'slug-taken') return wrongField('slug', chosen);
  if (!chosen.ok) return NOT_NOW;
  await audit('letter-page', { purpose, shown: `${body.shown}` });
  await parts.showPublished();
  return DONE;
}

async function show({ parts }: Ask, purpose: Purpose): Promise<Answer> {
  return { json: await readNow(purpose, parts) };
}

async function listUntold({ query, parts: { read } }: Ask, purpose: Purpose): Promise<Answer> {
  const state = query.get('state');
  if (state !== 'failed' && state !== 'unknown') return MALFORMED;
  const found = await readAnnouncement(read, purpose);
  if (found === null) return { json: { people: [], next: null, tellable: 0 } };
  return { json: await readUntold(read, found.id, state, idIn(query.get('after')) ?? 0) };
}

async function wasEmailed({ body, parts: { read } }: Ask<typeof ASKED>, purpose: Purpose): Promise<Answer> {
  const address = parseAddress(body.address);
  if (!address.ok) return wrongField('address', address.code);
  const found = await readOpened(read, purpose);
  return found === null ? NOT_NOW : { json: await askAbout(read, found, address.key) };
}

async function giveReceipt({ parts: { read }, audit }: Ask, purpose: Purpose): Promise<Answer> {
  const found = await readOpened(read, purpose);
  if (found === null) return NOT_NOW;
  await audit('launch-exported', { purpose });
  const file = asCsv(receiptOf(read, found.id));
  return { file, name: `receipt-${purpose.replace(':', '-')}.csv`, type: 'text/csv; charset=utf-8' };
}

/** Null until it has been opened or scheduled. */
async function readOpened(read: OwnerParts['read'], purpose: Purpose) {
  const found = await readAnnouncement(read, purpose);
  return found === null || found.armed_at === null ? null : found;
}
