import { existsSync } from 'node:fs';
import { isSame } from '#contract/content/content.ts';
import type { Kysely } from '#kysely';
import { overlaid, readDraft, readDraftOver } from '#server/content/draft.ts';
import { readEdition } from '#server/content/editions.ts';
import type { Tables } from '#server/store/schema.ts';
import { programWords } from './program-words.ts';
import { PROGRAM } from './renderings.ts';

/** How many fields the draft changes: those in it that equal what visitors see are none. */
export async function countUnpublished(read: Kysely<Tables>): Promise<number> {
  const { live, draft } = await readDraftOver(read);
  if (draft.length === 0) return 0;
  // With its schemas: a server whose draft is empty needs none.
  const { onlyChanges, shownDraft } = await import('#contract/content/check.ts');
  const words = await programWords();
  const published = await readEdition(read, live);
  const before = onlyChanges(published?.content ?? {}, words);
  const after = onlyChanges(overlaid(before, draft), words);
  return shownDraft(draft, words).filter(({ field }) => !isSame(before[field], after[field])).length;
}

/** The fields of the draft that only another version of this program can show. */
export async function findUnread(read: Kysely<Tables>): Promise<string[]> {
  const draft = await readDraft(read);
  // A checkout that was not built knows no words.
  if (draft.length === 0 || !existsSync(PROGRAM)) return [];
  const { unreadFields } = await import('#contract/content/check.ts');
  return unreadFields(draft, await programWords());
}
