import type { Discarded, DiscardPosted, DraftRow, Saved, SavePosted } from '#contract/owner/site.ts';
import { queries, useAct } from '../../api.ts';
import { toast, useFailureToast } from '../../parts/toasts.ts';
import { request } from '../../request.ts';
import { useWords } from '../../words.ts';
import type { Change, Site } from '../draft.ts';

/** Discards changes, and offers to take that back. What somebody else has changed meanwhile stays. */
export function useDiscard(): {
  busy: boolean;
  problem: unknown;
  /** @throws Problem */
  of: (site: Site, changes: readonly Change[]) => Promise<void>;
} {
  const { t } = useWords();
  const failed = useFailureToast();
  const { send, busy, problem } = useAct<Discarded>('/site/discard', { retryAfterSignIn: false });
  async function of(site: Site, changes: readonly Change[]): Promise<void> {
    const seen = rowsOf(site, changes).map(({ field, revision }) => ({ field, revision }));
    const body: DiscardPosted = { fields: seen };
    const { rows } = await send(body);
    const press = () => bringBack(rows).catch(failed);
    toast(t('site.changes.discarded'), { act: { word: t('site.publish.undo'), press } });
  }
  return { busy, problem, of };
}

/** Of these changes, and of the same words in other languages that were checked because of them. */
function rowsOf(site: Site, changes: readonly Change[]): DraftRow[] {
  const names = new Set(changes.map(({ field }) => field.name));
  const kept = new Set(site.changes.filter((one) => !changes.includes(one)).map(({ field }) => field.key));
  return site.fields
    .filter(({ name, key }) => names.has(name) && !kept.has(key))
    .flatMap(({ key }) => site.row(key) ?? []);
}

/** Writes the rows again, unless somebody has written the field since. */
async function bringBack(rows: readonly DraftRow[]): Promise<void> {
  try {
    for (const { field, value } of rows) {
      const body: SavePosted = { field, revision: 0, ...(value !== undefined && { value }) };
      await request<Saved>('/site/save', { body });
    }
  } finally {
    await queries.invalidateQueries();
  }
}
