import { useMemo } from 'react';
import type { DraftRow, SiteDraft, SiteField } from '#contract/owner/site.ts';
import { queries, USUAL_MS, useOwner, type Read } from '../api.ts';
import { ownerNow } from '../session/session.ts';
import { placed, published, siteOf, type Site } from './draft.ts';

const DRAFT = '/site/draft';

/** The site and its draft, polled. `every`: milliseconds; less where somebody edits. */
export function useSite({ every = USUAL_MS } = {}): Read<Site> {
  const fields = useOwner<SiteField[]>('/site/fields');
  const draft = useOwner<SiteDraft>(DRAFT, { every });
  const all = useMemo(() => fields.data && placed(fields.data), [fields.data]);
  const site = useMemo(() => all && draft.data && siteOf(all, draft.data), [all, draft.data]);
  return {
    data: site,
    problem: fields.problem ?? draft.problem,
    at: draft.at,
    again: () => (fields.data === undefined ? fields : draft).again(),
  };
}

/** Shows a saved field at once, without reading the draft again. `problems`: undefined if they are as before. */
export async function putSaved(row: DraftRow, problems?: SiteDraft['problems']): Promise<void> {
  // A read that began before the field was saved would put the former words back.
  await queries.cancelQueries({ queryKey: [DRAFT] });
  queries.setQueryData<SiteDraft>([DRAFT], (known) => known && withRow(known, row, problems));
}

/** Shows what was published at once: on a slow line the draft is read again only seconds later. */
export async function putPublished(number: number, seen: number): Promise<void> {
  await queries.cancelQueries({ queryKey: [DRAFT] });
  const live = { number, at: Date.now(), by: ownerNow()?.name ?? null };
  queries.setQueryData<SiteDraft>([DRAFT], (known) => known && published(known, live, seen));
}

function withRow(known: SiteDraft, row: DraftRow, problems = known.problems): SiteDraft {
  const others = known.draft.filter(({ field }) => field !== row.field);
  return { ...known, draft: [...others, row], problems };
}
