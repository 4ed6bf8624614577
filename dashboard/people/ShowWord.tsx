import type { PeopleFilter } from '#contract/owner/people.ts';
import { useWords } from '../words.ts';
import { useCount } from './use-people.ts';

/** Counted once something is chosen. */
export function ShowWord({ draft, isOpen }: { draft: PeopleFilter; isOpen: boolean }) {
  const { t } = useWords();
  const counted = useCount(isOpen ? draft : null);
  if (!isOpen || counted === undefined) return t('people.filterApplyAll');
  return t(counted.isExact ? 'people.filterApply' : 'people.filterApplyMore', { n: counted.n });
}
