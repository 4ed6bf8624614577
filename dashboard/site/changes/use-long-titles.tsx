import { useEffect, useMemo, useState } from 'react';
import type { Change, Site } from '../draft.ts';
import type { TitleLines } from '../focus.ts';
import type { PreviewPage } from '../preview/page.ts';
import { previewOf } from '../preview/preview.ts';
import { isOtherTitle, linesMore, Measuring } from '../preview/TitleLineCount.tsx';
import { standsOf } from '../stands.ts';

/** The changed titles with a word that does not fit on a phone, or more lines than before, and the frame in which they are measured. */
export function useLongTitles(site: Site) {
  const titles = useMemo(
    () => site.changes.filter(({ field, before, after }) => isOtherTitle(field, after, before)),
    [site],
  );
  const [page, setPage] = useState<PreviewPage | null>(null);
  const [long, setLong] = useState<readonly TitleLines[]>([]);
  useEffect(() => {
    if (page === null) return;
    const left = new AbortController();
    const { signal } = left;
    async function measure(on: PreviewPage) {
      const found: TitleLines[] = [];
      for (const title of titles) found.push(...(await linesOf(on, title, signal)));
      if (!signal.aborted) setLong(found);
    }
    // A page that cannot be drawn now leaves its title unmeasured.
    measure(page).catch(() => {});
    return () => left.abort();
  }, [page, titles]);
  return { long, measuring: titles.length > 0 ? <Measuring onPage={setPage} /> : null };
}

/** In the first state of its page that has the title. */
async function linesOf(
  page: PreviewPage,
  { field, before }: Change,
  signal: AbortSignal,
): Promise<TitleLines[]> {
  const { key, language } = field;
  if (language === null) return [];
  for (const shows of standsOf(field).shows) {
    page.show(await previewOf({ ...shows, language, over: {} }, signal));
    await page.ready();
    if (page.linesOf(key) === null) continue;
    const lines = linesMore(page, key, before);
    return lines === null ? [] : [lines];
  }
  return [];
}
