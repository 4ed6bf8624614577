import type { PeopleFilter } from '#contract/owner/people.ts';
import { useWords } from '../words.ts';
import { useCount } from './use-people.ts';

/** The label of the filter button. `chosen` is null until the filter was changed. */
export function ShowWord({ chosen }: { chosen: PeopleFilter | null }) {
  const { t } = useWords();
  const counted = useCount(chosen);
  if (chosen === null || counted === undefined) return t('people.filterApplyAll');
  return t(counted.isExact ? 'people.filterApply' : 'people.filterApplyMore', { n: counted.n });
}
