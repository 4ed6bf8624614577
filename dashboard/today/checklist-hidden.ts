import { useState } from 'react';
import { local } from '../storage.ts';

const HIDDEN = 'checklistHidden';

/** Whether this browser's owner has hidden the checklist, and how to. */
export function useHidden(): [isHidden: boolean, hide: () => void] {
  const [isHidden, setHidden] = useState(() => local.recall(HIDDEN) !== null);
  return [
    isHidden,
    () => {
      local.keep(HIDDEN, 'yes');
      setHidden(true);
    },
  ];
}
