import { isSame, type Json } from '#contract/content/content.ts';
import type { VersionContent } from '#contract/owner/site.ts';
import { valueIn, type DraftField, type Site } from '../draft.ts';

/** A field that a version says otherwise than the live one. */
export type Difference = { field: DraftField; live: Json; here: Json };

/** In the order in which the fields are edited: page by page. */
export function differencesOf(site: Site, content: VersionContent['content']): Difference[] {
  return site.fields.flatMap((field) => {
    const live = site.shownOf(field.key);
    const here = valueIn(content, field);
    return isSame(live, here) ? [] : [{ field, live, here }];
  });
}
