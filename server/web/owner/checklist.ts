import { withoutLanguage } from '#contract/content/words.ts';
import type { Kysely } from '#kysely';
import { placeOfField } from '#contract/content/editor.ts';
import type { ChecklistItem } from '#contract/owner/today.ts';
import { INNER_PAGES } from '#contract/pages.ts';
import type { Config } from '#server/base/config.ts';
import { currentEdition } from '#server/content/editions.ts';
import { countByKind } from '#server/list/count.ts';
import { countPasskeys } from '#server/owners/passkeys.ts';
import type { Tables } from '#server/store/schema.ts';

type ChecklistDeps = { read: Kysely<Tables>; config: Pick<Config, 'mailRoute'> };

/** What this owner has done of what comes before a launch; null: all of it. */
export async function readChecklist(
  { read, config }: ChecklistDeps,
  owner: number,
): Promise<Record<ChecklistItem, boolean> | null> {
  const content = (await currentEdition(read))?.content ?? {};
  const pages = new Set(Object.keys(content).map(pageOf));
  const list: Record<ChecklistItem, boolean> = {
    soon: pages.has('soon'),
    // The built-in address for privacy is nobody's.
    privacy: 'legal.email' in content,
    mail: config.mailRoute.is === 'server',
    test: (await countByKind(read)).confirmed > 0,
    passkey: (await countPasskeys(read, owner)) > 0,
    pages: INNER_PAGES.some((page) => pages.has(page)),
  };
  return Object.values(list).every(Boolean) ? null : list;
}

function pageOf(field: string): string | undefined {
  return placeOfField(withoutLanguage(field))?.name;
}
