import type { PreviewShows } from '#contract/owner/preview.ts';
import { useEffect, useState } from 'react';
import type { Language } from '#contract/language.ts';
import { fieldKey, type Site } from '../draft.ts';
import { focused } from '../focus.ts';
import { previewOf } from './preview.ts';
import type { PreviewTarget } from './use-page.ts';

/** What the page shows: the state that shows the focused field, or the one that was chosen. */
export function useStateShown(
  site: Site,
  shows: readonly PreviewShows[],
  language: Language,
  version?: number,
) {
  const [state, setState] = useState(0);
  useEffect(() => {
    // What is written in a newsletter is in its email and on its page.
    if (shows.length < 2 || shows.some((one) => 'announcement' in one)) return;
    const fields = new Map<number, ReadonlySet<string>>();
    let turn = 0;
    async function look(): Promise<void> {
      const field = site.field(focused.get() ?? '');
      turn += 1;
      const mine = turn;
      if (field === undefined) return;
      // The state that is shown first: it may have the field, too.
      for (const n of [state, ...shows.keys()]) {
        const one = shows[n];
        if (one === undefined) continue;
        const known =
          fields.get(n) ??
          (await fieldsOf({ shows: one, language, ...(version !== undefined && { version }) }));
        if (mine !== turn) return;
        fields.set(n, known);
        if (known.has(fieldKey(field, language))) return setState(n);
      }
    }
    const heard = focused.subscribe(() => void look());
    return () => {
      turn = -1;
      heard();
    };
  }, [site, shows, language, state, version]);
  return [state, setState] as const;
}

async function fieldsOf({ shows, ...shown }: PreviewTarget): Promise<ReadonlySet<string>> {
  const made = await previewOf({ ...shows, ...shown, over: {} }).catch(() => null);
  return new Set(made?.marks.flatMap((mark) => ('field' in mark ? [mark.field] : [])));
}
