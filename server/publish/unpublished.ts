import { isSame } from '#contract/content/content.ts';
import type { Kysely } from '#kysely';
import { overlaid, readDraftOver } from '#server/content/draft.ts';
import { readEdition } from '#server/content/editions.ts';
import type { Tables } from '#server/store/schema.ts';
import { programWords } from './program-words.ts';

/** How many fields the draft changes: those in it that equal what visitors see are none. */
export async function countUnpublished(read: Kysely<Tables>): Promise<number> {
  const { live, draft } = await readDraftOver(read);
  if (draft.length === 0) return 0;
  // With its schemas: a server whose draft is empty needs none.
  const { onlyChanges } = await import('#contract/content/check.ts');
  const words = await programWords();
  const published = await readEdition(read, live);
  const before = onlyChanges(published?.content ?? {}, words);
  const after = onlyChanges(overlaid(before, draft), words);
  return draft.filter(({ field }) => !isSame(before[field], after[field])).length;
}
