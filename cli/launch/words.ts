import { readFileSync } from 'node:fs';
import { ANNOUNCEMENT_PARTS, type AnnouncementWords, problemOfWords } from '#contract/announcement.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { Interest } from '#contract/subscribe.ts';
import { readManifest } from '#server/build.ts';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { suggestedWords, writeWords } from '#server/launch/draft.ts';
import { PURPOSES } from '#server/launch/purposes.ts';
import type { Purpose } from '#server/launch/states.ts';
import { type CliContext, Failed } from '../command.ts';
import { shownDist } from '#server/publish/renderings.ts';
import { withStore } from '#server/store/existing.ts';
import { whyNot } from './status.ts';

/** The words before the owner has written any. */
export function suggested(purpose: Purpose, dist: string): AnnouncementWords {
  return suggestedWords(purpose, readManifest(dist).words);
}

/** The available books. */
export function booksOut(dist: string): Interest[] {
  return readManifest(dist).books.map(({ book }) => book);
}

/** @throws Failed if the book is not out: the mail links to it. */
export function refuseBookNotOut(purpose: Purpose, dist: string): void {
  const wanted = PURPOSES[purpose].book;
  if (wanted === null || booksOut(dist).includes(wanted)) return;
  throw new Failed(
    `The book is not out yet: name its file under books.${wanted} in content.json, and publish it. See "Books" in docs/owner.md.`,
  );
}

export async function showWords(
  purpose: Purpose,
  file: string | undefined,
  given: CliContext,
): Promise<void> {
  const { settings, say, now } = given;
  const config = settings();
  if (file === undefined) {
    const kept = await withStore(config, 'read', ({ read }) => readAnnouncement(read, purpose));
    say(JSON.stringify(kept?.words ?? suggested(purpose, shownDist(config.dataDir)), null, 2));
    return;
  }
  const words = readWords(file);
  const written = await withStore(config, 'write', ({ write }) =>
    writeWords(write, purpose, words, { by: 'command line', now: now() }),
  );
  if (!written.ok) throw new Failed(whyNot(written));
  say('Email text saved.');
  for (const language of LANGUAGES)
    for (const [part, text] of Object.entries(words[language]))
      for (const [link] of text.matchAll(/\bhttp:\/\/\S+/g))
        say(`warning: the ${part} in "${language}" has a link that is not https: ${link}`);
}

/** @throws Failed */
function readWords(file: string): AnnouncementWords {
  let words: Partial<Record<string, Partial<Record<string, unknown>>>>;
  try {
    words = JSON.parse(readFileSync(file, 'utf8')) as typeof words;
  } catch (error) {
    throw new Failed(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = LANGUAGES.map((language) => {
    const parts = ANNOUNCEMENT_PARTS.map((part) => [part, String(words[language]?.[part] ?? '').trim()]);
    const texts = Object.fromEntries(parts) as AnnouncementWords[typeof language];
    const problem = problemOfWords(texts);
    if (problem)
      throw new Failed(
        problem.why === 'empty'
          ? `${file} has no ${problem.part} in "${language}".`
          : `The ${problem.part} in "${language}" is longer than ${problem.most} characters.`,
      );
    return [language, texts];
  });
  return Object.fromEntries(read) as AnnouncementWords;
}
