import * as v from 'valibot';
import {
  ANNOUNCEMENT_FIELDS,
  type AnnouncementWords,
  isShown,
  MOST_WRITTEN,
  partOf,
  partsOf,
  withPicture,
  WORDS_FIELDS,
  wordsField,
} from '#contract/announcement.ts';
import { FILE_NAME } from '#contract/content/content.ts';
import { LETTER_PICTURE } from '#contract/content/pictures.ts';
import { withoutPasted } from '#contract/content/words.ts';
import { type Language, LANGUAGES } from '#contract/language.ts';
import { withMark, withoutMarks } from '#contract/marks.ts';
import type { PictureDrawn, Purpose, SourceAnswer, TestAnswer, WordsNow } from '#contract/owner/launch.ts';
import type { ShownLetter } from '#contract/shown-letter.ts';
import { OWNER_FILES, type PreviewMade } from '#contract/owner/preview.ts';
import { isAddress, readMailbox } from '#server/deliver/message.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { announcementMail } from '#server/launch/announcement-mail.ts';
import {
  checksOf,
  editedOf,
  finishWords,
  rowsOf,
  suggestedWords,
  writeMailField,
  type Written,
} from '#server/launch/draft.ts';
import { findInSource } from '#server/launch/findings.ts';
import { keepTest } from '#server/launch/kept-rehearsal.ts';
import { lacksPicture, readPicture } from '#server/launch/picture.ts';
import { readSource } from '#server/launch/mail-source.ts';
import { templatesOf } from '#server/launch/templates.ts';
import { drawForLetter } from '#server/publish/owner-files.ts';
import { text, integerField } from '../body.ts';
import { editorOf } from '../editor/editor.ts';
import { type Answer, type Ask, DONE, noMailServer, NOT_NOW, type OwnerParts, wrongField } from '../route.ts';
import { tooMany } from '../sign-in/let-in.ts';
import { isBookMissing } from './asked.ts';

export async function showWords({ owner, parts }: Ask, purpose: Purpose): Promise<Answer> {
  const found = await readAnnouncement(parts.read, purpose);
  const suggested = suggestedIn(parts, purpose);
  const json: WordsNow = {
    words: found?.words ?? suggested,
    suggested,
    rows: found ? rowsOf(found) : [],
    checks: found ? checksOf(editedOf(found), found.words) : [],
    others: editorOf(parts).presence.others(owner.id),
  };
  return { json };
}

function suggestedIn({ build }: Pick<OwnerParts, 'build'>, purpose: Purpose): AnnouncementWords {
  return suggestedWords(purpose, build.manifest.words);
}

/** As the publisher draws one. */
const DRAWN = v.object({
  file: v.pipe(v.string(), v.regex(FILE_NAME)),
  width: integerField(1, LETTER_PICTURE.most.width),
  height: integerField(1, LETTER_PICTURE.most.width * LETTER_PICTURE.longest),
  bytes: integerField(1, LETTER_PICTURE.bytes),
});

/** A part that is too long is stored as it is written, and reported. */
export const SAVED = v.object({
  field: v.picklist(ANNOUNCEMENT_FIELDS),
  value: v.nullable(v.union([text(MOST_WRITTEN), DRAWN])),
  revision: integerField(0),
});

export async function saveField(
  { body, owner, parts }: Ask<typeof SAVED>,
  purpose: Purpose,
): Promise<Answer> {
  const written = writtenIn(body);
  const picture = written?.field === 'picture' ? (written.value ?? undefined) : undefined;
  if (written === null || (await lacksPicture(parts.read, { picture })))
    return wrongField('value', 'invalid');
  const suggested = suggestedIn(parts, purpose);
  const by = { by: owner.name, now: parts.now(), suggested };
  const saved = await writeMailField(parts.write, purpose, written, by);
  return saved === null ? NOT_NOW : { json: saved };
}

/** Null: the field does not hold such a value. */
function writtenIn({ field, value, revision }: v.InferOutput<typeof SAVED>): Written | null {
  if (field === 'picture') return typeof value === 'string' ? null : { field, value, revision };
  return typeof value === 'string' ? { field, value: withoutPasted(value, false) as string, revision } : null;
}

export async function finish({ owner, parts, audit }: Ask, purpose: Purpose): Promise<Answer> {
  const suggested = suggestedIn(parts, purpose);
  const done = await finishWords(parts.write, purpose, { by: owner.name, now: parts.now(), suggested });
  if (!done.ok) return NOT_NOW;
  await audit('launch-words', { purpose });
  return DONE;
}

async function storedWords(parts: OwnerParts, purpose: Purpose): Promise<AnnouncementWords> {
  return (await readAnnouncement(parts.read, purpose))?.words ?? suggestedIn(parts, purpose);
}

export const PICTURE = v.object({ file: text(100) });

/** Draws an uploaded picture for the email, and answers once that is done; nothing shows it until it is saved. */
export async function drawPicture({ body: { file }, parts }: Ask<typeof PICTURE>): Promise<Answer> {
  const { read, write, config, now, log } = parts;
  const drawn = await drawForLetter({ read, write, dataDir: config.dataDir, now }, file);
  if (drawn.is === 'drawn') return { json: drawn.picture satisfies PictureDrawn };
  if (drawn.is === 'refused') return wrongField('file', drawn.fault.code);
  log.error('the picture of an email could not be drawn', { why: drawn.why, reason: drawn.said });
  return { problem: drawn.why === 'full' ? 'disk-full' : 'unavailable', retryAfter: 10 };
}

/** The mail in these words, to a sample recipient; without a picture that the store lacks. */
async function sample(parts: OwnerParts, purpose: Purpose, all: AnnouncementWords, to: Reader) {
  const { config, build, secrets, now } = parts;
  const picture = await readPicture(parts.read, all, config.siteUrl);
  const words = picture === null ? withPicture(all, null) : all;
  const deps = { ...config, templates: templatesOf(purpose, build), secrets, picture, now };
  // Nobody has this id: its links do nothing.
  const person = { id: 0, key: to.address, ...to, askedAt: now(), getsNews: false, attempt: 0 };
  return announcementMail(deps, { id: 0, purpose, words, armed_at: now() }, person);
}

type Reader = { address: string; language: Language };

const DARK = /@media\s*\(prefers-color-scheme:\s*dark\)\s*\{/g;

/** The mail as it will arrive, with marks on its words and the values of `over` before those that are stored. */
export async function previewAnnouncement(
  server: OwnerParts,
  purpose: Purpose,
  language: Language,
  over: Record<string, unknown>,
): Promise<PreviewMade | null> {
  if (isBookMissing(purpose, server)) return null;
  const stored = await storedWords(server, purpose);
  const parts = partsOf(purpose, stored);
  const fields = parts.map((part) => wordsField(part, language));
  const words = parts.map((part, n) => {
    const typed = over[wordsField(part, language)];
    const shown = withoutMarks(typeof typed === 'string' ? typed : stored[language][part]).trim();
    // A sign at its beginning stays there: it makes a heading or a point.
    const [sign = ''] = part === 'body' ? (/^(?:## |- )/.exec(shown) ?? []) : [];
    return [part, shown === '' || !isShown(part) ? shown : sign + withMark(shown.slice(sign.length), n)];
  });
  const inLanguage: AnnouncementWords[Language] = { ...stored[language], ...Object.fromEntries(words) };
  const to = { address: 'ines@example.com', language };
  const { html, inline } = await sample(server, purpose, { ...stored, [language]: inLanguage }, to);
  // The dashboard says which theme is shown.
  const themed = html.replace(DARK, '[data-theme=dark]{');
  const seen =
    inline === undefined
      ? themed
      : themed.replaceAll(`cid:${inline.cid}`, OWNER_FILES + stored.picture?.file);
  return { html: seen, marks: fields.map((field) => ({ field, at: '' })) };
}

/** The newsletter as its page would show it now, with the values of `over` before those that are stored. */
export async function letterTyped(
  parts: OwnerParts,
  purpose: Purpose,
  over: Record<string, unknown>,
): Promise<ShownLetter> {
  const words = structuredClone(await storedWords(parts, purpose));
  for (const field of WORDS_FIELDS) {
    const [part, language] = partOf(field);
    const typed = over[field];
    if (typeof typed === 'string') words[language][part] = typed;
  }
  return { slug: 'preview', at: parts.now(), zone: parts.config.ownerZone, words };
}

export const TEST = v.object({
  address: text(1_000),
  language: v.nullish(v.picklist(LANGUAGES), null),
});

export async function sendTest(
  { body, owner, parts, audit }: Ask<typeof TEST>,
  purpose: Purpose,
): Promise<Answer> {
  const address = body.address.trim();
  const language = body.language ?? owner.language;
  if (!isAddress(address)) return wrongField('address', 'invalid');
  if (isBookMissing(purpose, parts)) return NOT_NOW;
  const { mailRoute } = parts.config;
  if (mailRoute.is === 'none') return noMailServer(mailRoute.why);
  const taken = await parts.signInLimits.tested.take(`owner ${owner.id}`);
  if (!taken.ok) return tooMany(taken);
  const mailer = createMailer(parts.config);
  try {
    const words = await storedWords(parts, purpose);
    const mail = await sample(parts, purpose, words, { address, language });
    const { outcome, reply } = await mailer.send(mail);
    if (outcome !== 'sent') return { json: { is: 'refused', reply } satisfies TestAnswer };
  } finally {
    await mailer.close();
  }
  await audit('launch-tested', { purpose });
  return { json: { is: mailRoute.is === 'files' ? 'file' : 'sent' } satisfies TestAnswer };
}

export const SOURCE = v.object({ source: text(400_000) });

/** Reads the source of a received test mail, and stores its authentication results. */
export async function readTest({ body, parts }: Ask<typeof SOURCE>, purpose: Purpose): Promise<Answer> {
  const { config, read } = parts;
  const report = readSource(body.source, readMailbox(config.mailFrom).address);
  if (report.is !== 'read') return { json: { is: report.is } satisfies SourceAnswer };
  const found = await readAnnouncement(read, purpose);
  const isKept = found !== null && (await keepTest(found, findInSource(report), parts));
  return { json: { is: isKept ? 'read' : 'not-rehearsed' } satisfies SourceAnswer };
}
