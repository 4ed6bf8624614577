import type { AnnouncementWords } from '#contract/announcement.ts';
import { isLanguage, type Language } from '#contract/language.ts';
import type { Purpose, SourceAnswer, TestAnswer, TypedPreview, WordsNow } from '#contract/owner/launch.ts';
import { isAddress, readMailbox } from '#server/deliver/message.ts';
import { createBookFiles } from '#server/books/book-files.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { loadMails } from '#server/deliver/templates.ts';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { announcementMail } from '#server/launch/announcement-mail.ts';
import { behindOf, confirmWords, editedOf, suggestedWords, writeWords } from '#server/launch/draft.ts';
import { findInSource } from '#server/launch/findings.ts';
import { keepTest } from '#server/launch/kept-rehearsal.ts';
import { versionOf } from '#server/launch/approval.ts';
import { readSource } from '#server/launch/mail-source.ts';
import type { Answer, Ask, OwnerParts } from '../route.ts';
import { fieldsOf } from '../asked.ts';
import { tooMany } from '../sign-in/let-in.ts';
import { isBookMissing, textOf, wordsIn } from './asked.ts';

const MALFORMED: Answer = { problem: 'malformed' };
const NOT_NOW: Answer = { problem: 'not-now' };

export async function showWords({ parts }: Ask, purpose: Purpose): Promise<Answer> {
  return { json: await wordsNow(parts, purpose) };
}

async function wordsNow({ read, build }: OwnerParts, purpose: Purpose): Promise<WordsNow> {
  const found = await readAnnouncement(read, purpose);
  const suggested = suggestedWords(purpose, build.manifest.words);
  const words = found?.words ?? suggested;
  const edited = found && editedOf(found);
  return {
    words,
    suggested,
    version: versionOf(words),
    by: edited?.by ?? null,
    behind: behindOf(edited),
  };
}

export async function keepWords({ body, owner, parts, audit }: Ask, purpose: Purpose): Promise<Answer> {
  const given = fieldsOf(body);
  const words = wordsIn(given['words']);
  const since = textOf(given['since']);
  if (words === null || since === null) return MALFORMED;
  const kept = await writeWords(parts.write, purpose, words, {
    by: owner.name,
    now: parts.now(),
    since,
    suggested: suggestedWords(purpose, parts.build.manifest.words),
    isDone: given['isDone'] === true,
  });
  if (!kept.ok)
    return kept.changed
      ? { problem: 'invalid-fields', fields: [{ field: 'words', code: 'changed' }] }
      : NOT_NOW;
  if (given['isDone'] === true) await audit('launch-words', { purpose });
  return { json: await wordsNow(parts, purpose) };
}

export async function sayTheSame({ body, parts }: Ask, purpose: Purpose): Promise<Answer> {
  const { language } = fieldsOf(body);
  if (!isLanguage(language)) return MALFORMED;
  const done = await confirmWords(parts.write, purpose, language, parts.now());
  return done.ok ? { json: await wordsNow(parts, purpose) } : NOT_NOW;
}

async function keptWords({ read, build }: OwnerParts, purpose: Purpose): Promise<AnnouncementWords> {
  const kept = await readAnnouncement(read, purpose);
  return kept?.words ?? suggestedWords(purpose, build.manifest.words);
}

/** The mail in these words, to somebody who is nobody. */
function sample(parts: OwnerParts, purpose: Purpose, words: AnnouncementWords, to: Reader) {
  const { config, build, secrets, now } = parts;
  const deps = {
    ...config,
    templates: loadMails(build.dist),
    words: build.manifest.words,
    bookFiles: createBookFiles(build.manifest, build.dist),
    secrets,
    now,
  };
  // Nobody has this number: its links do nothing.
  const person = { id: 0, key: to.address, ...to, askedAt: now(), attempt: 0 };
  return announcementMail(deps, { id: 0, purpose, words, armed_at: now() }, person);
}

type Reader = { address: string; language: Language };

const DARK = /@media\s*\(prefers-color-scheme:\s*dark\)/g;

type Look = { words: AnnouncementWords; language: Language; theme: unknown };

/** `theme`: as a mail program in that theme shows it. */
function shown(parts: OwnerParts, purpose: Purpose, { words, language, theme }: Look): string {
  const { html } = sample(parts, purpose, words, { address: 'ines@example.com', language });
  return html.replace(DARK, theme === 'dark' ? '@media all' : '@media not all');
}

/** As it stands in the store. */
export async function preview({ query, parts }: Ask, purpose: Purpose): Promise<Answer> {
  const language = query.get('language');
  if (!isLanguage(language)) return MALFORMED;
  if (isBookMissing(purpose, parts)) return NOT_NOW;
  const words = await keptWords(parts, purpose);
  return { frame: shown(parts, purpose, { words, language, theme: query.get('theme') }) };
}

/** As it is typed, before it is kept. */
export function previewTyped({ body, parts }: Ask, purpose: Purpose): Promise<Answer> {
  const { language, theme, words: given } = fieldsOf(body);
  const words = wordsIn(given);
  if (!isLanguage(language) || words === null) return Promise.resolve(MALFORMED);
  if (isBookMissing(purpose, parts)) return Promise.resolve(NOT_NOW);
  const html = shown(parts, purpose, { words, language, theme });
  return Promise.resolve({ json: { html } satisfies TypedPreview });
}

export async function sendTest({ body, owner, parts, audit }: Ask, purpose: Purpose): Promise<Answer> {
  const { address, language = owner.language } = fieldsOf(body);
  const to = textOf(address)?.trim() ?? '';
  if (!isLanguage(language)) return MALFORMED;
  if (!isAddress(to)) return { problem: 'invalid-fields', fields: [{ field: 'address', code: 'invalid' }] };
  if (isBookMissing(purpose, parts)) return NOT_NOW;
  const taken = await parts.signInLimits.tested.take(`owner ${owner.id}`);
  if (!taken.ok) return tooMany(taken);
  const mailer = createMailer(parts.config);
  try {
    const words = await keptWords(parts, purpose);
    const mail = sample(parts, purpose, words, { address: to, language });
    const { outcome, reply } = await mailer.send(mail);
    if (outcome !== 'sent') return { json: { is: 'refused', reply } satisfies TestAnswer };
  } finally {
    await mailer.close();
  }
  await audit('launch-tested', { purpose });
  return { json: { is: parts.config.smtpUrl === null ? 'file' : 'sent' } satisfies TestAnswer };
}

/** What the receiver of a test mail says of it, as its mail program shows the source. */
export async function readTest({ body, parts }: Ask, purpose: Purpose): Promise<Answer> {
  const source = textOf(fieldsOf(body)['source'], 400_000);
  if (source === null) return MALFORMED;
  const { write, config, read } = parts;
  const report = readSource(source, readMailbox(config.mailFrom).address);
  if (report.is !== 'read') return { json: { is: report.is } satisfies SourceAnswer };
  const found = await readAnnouncement(read, purpose);
  const isKept = found !== null && (await keepTest(found, findInSource(report), { write }));
  return { json: { is: isKept ? 'read' : 'not-rehearsed' } satisfies SourceAnswer };
}
