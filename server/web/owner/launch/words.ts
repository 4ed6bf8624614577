import * as v from 'valibot';
import type { AnnouncementWords } from '#contract/announcement.ts';
import { isLanguage, type Language, LANGUAGES } from '#contract/language.ts';
import type { Purpose, SourceAnswer, TestAnswer, TypedPreview, WordsNow } from '#contract/owner/launch.ts';
import { isAddress, readMailbox } from '#server/deliver/message.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { announcementMail } from '#server/launch/announcement-mail.ts';
import {
  behindOf,
  confirmWords,
  editedOf,
  lastOf,
  suggestedWords,
  writeWords,
} from '#server/launch/draft.ts';
import { findInSource } from '#server/launch/findings.ts';
import { keepTest } from '#server/launch/kept-rehearsal.ts';
import { versionOf } from '#server/launch/approval.ts';
import { readSource } from '#server/launch/mail-source.ts';
import { templatesOf } from '#server/launch/templates.ts';
import { text } from '../body.ts';
import {
  type Answer,
  type Ask,
  MALFORMED,
  noMailServer,
  NOT_NOW,
  type OwnerParts,
  wrongField,
} from '../route.ts';
import { tooMany } from '../sign-in/let-in.ts';
import { isBookMissing, WORDS } from './asked.ts';

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
    at: edited && lastOf(edited),
    behind: behindOf(edited),
  };
}

/** `since`: the version that the owner has edited. `isDone`: not an autosave while typing. */
export const KEPT = v.object({ words: WORDS, since: text(200), isDone: v.optional(v.boolean(), false) });

export async function keepWords(
  { body: { words, since, isDone }, owner, parts, audit }: Ask<typeof KEPT>,
  purpose: Purpose,
): Promise<Answer> {
  const kept = await writeWords(parts.write, purpose, words, {
    by: owner.name,
    now: parts.now(),
    since,
    suggested: suggestedWords(purpose, parts.build.manifest.words),
    isDone,
  });
  if (!kept.ok) return kept.changed ? wrongField('words', 'changed') : NOT_NOW;
  if (isDone) await audit('launch-words', { purpose });
  return { json: await wordsNow(parts, purpose) };
}

export const SAME = v.object({ language: v.picklist(LANGUAGES) });

export async function sayTheSame({ body, parts }: Ask<typeof SAME>, purpose: Purpose): Promise<Answer> {
  const done = await confirmWords(parts.write, purpose, body.language, parts.now());
  return done.ok ? { json: await wordsNow(parts, purpose) } : NOT_NOW;
}

async function keptWords({ read, build }: OwnerParts, purpose: Purpose): Promise<AnnouncementWords> {
  const kept = await readAnnouncement(read, purpose);
  return kept?.words ?? suggestedWords(purpose, build.manifest.words);
}

/** The mail in these words, to a sample recipient. */
function sample(parts: OwnerParts, purpose: Purpose, words: AnnouncementWords, to: Reader) {
  const { config, build, secrets, now } = parts;
  const deps = { ...config, templates: templatesOf(purpose, build), secrets, now };
  // Nobody has this id: its links do nothing.
  const person = { id: 0, key: to.address, ...to, askedAt: now(), attempt: 0 };
  return announcementMail(deps, { id: 0, purpose, words, armed_at: now() }, person);
}

type Reader = { address: string; language: Language };

const DARK = /@media\s*\(prefers-color-scheme:\s*dark\)/g;

type Look = { words: AnnouncementWords; language: Language; theme: string | null };

/** `theme`: as shown by a mail client in that theme. */
function shown(parts: OwnerParts, purpose: Purpose, { words, language, theme }: Look): string {
  const { html } = sample(parts, purpose, words, { address: 'ines@example.com', language });
  return html.replace(DARK, theme === 'dark' ? '@media all' : '@media not all');
}

/** As stored. */
export async function preview({ query, parts }: Ask, purpose: Purpose): Promise<Answer> {
  const language = query.get('language');
  if (!isLanguage(language)) return MALFORMED;
  if (isBookMissing(purpose, parts)) return NOT_NOW;
  const words = await keptWords(parts, purpose);
  return { frame: shown(parts, purpose, { words, language, theme: query.get('theme') }) };
}

export const TYPED = v.object({
  words: WORDS,
  language: v.picklist(LANGUAGES),
  theme: v.nullish(text(20), null),
});

/** As typed, before it is stored. */
export async function previewTyped({ body, parts }: Ask<typeof TYPED>, purpose: Purpose): Promise<Answer> {
  if (isBookMissing(purpose, parts)) return NOT_NOW;
  return { json: { html: shown(parts, purpose, body) } satisfies TypedPreview };
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
    const words = await keptWords(parts, purpose);
    const mail = sample(parts, purpose, words, { address, language });
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
  const { write, config, read } = parts;
  const report = readSource(body.source, readMailbox(config.mailFrom).address);
  if (report.is !== 'read') return { json: { is: report.is } satisfies SourceAnswer };
  const found = await readAnnouncement(read, purpose);
  const isKept = found !== null && (await keepTest(found, findInSource(report), { write }));
  return { json: { is: isKept ? 'read' : 'not-rehearsed' } satisfies SourceAnswer };
}
