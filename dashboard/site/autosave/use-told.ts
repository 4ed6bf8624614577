import { useEffect, useRef } from 'react';
import { toast } from '../../parts/toasts.ts';
import { ownerNow } from '../../session/session.ts';
import { useWords } from '../../words.ts';
import { isAt, type EditorPlace, type Site } from '../draft.ts';
import { labelOf } from '../labels.ts';
import { useAutosave } from './use-autosave.ts';

/** Says which field of this page another owner has changed. */
export function useTold(site: Site | undefined, place: EditorPlace): void {
  const words = useWords();
  const autosave = useAutosave();
  const before = useRef<Site>(undefined);
  useEffect(() => {
    const known = before.current;
    before.current = site;
    if (site === undefined || known === undefined || known === site) return;
    const me = ownerNow()?.name;
    const changed = site.fields.find((field) => {
      const by = site.row(field.key)?.by ?? null;
      const isOther = by !== null && by !== me && isAt(field, place);
      return isOther && known.row(field.key)?.revision !== site.row(field.key)?.revision;
    });
    if (changed === undefined || autosave.get(changed.key) !== undefined) return;
    toast(
      words.t('editor.other.changed', {
        name: site.row(changed.key)?.by ?? '',
        field: labelOf(words, changed),
      }),
    );
  }, [site, place, autosave, words]);
}
