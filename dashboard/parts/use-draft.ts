import { useEffect, useRef, useState } from 'react';
import { draftKey } from '../session/drafts.ts';
import { ownerNow } from '../session/session.ts';
import { tab } from '../storage.ts';
import { useWords } from '../words.ts';
import { toast } from './toasts.ts';

/**
 * Keeps what is typed into a form in this tab, over an expired session and a reload. Not for searches, files
 * or other people's mails. Call the last function when the draft is saved or discarded.
 */
export function useDraft<T>(
  name: string,
  initial: T,
): [value: T, set: (next: T) => void, forget: () => void] {
  const { t } = useWords();
  const key = draftKey(ownerNow()?.id ?? 0, location.pathname, name);
  const [kept] = useState(() => tab.recall(key));
  const [value, setValue] = useState<T>(() => parsed(kept) ?? initial);
  const isSaid = useRef(kept === null);
  useEffect(() => {
    if (!isSaid.current) toast(t('session.restored'));
    isSaid.current = true;
  }, [t]);
  function set(next: T) {
    setValue(next);
    tab.keep(key, JSON.stringify(next));
  }
  return [value, set, () => tab.forget((one) => one === key)];
}

function parsed<T>(kept: string | null): T | null {
  try {
    return kept === null ? null : (JSON.parse(kept) as T);
  } catch {
    return null;
  }
}
