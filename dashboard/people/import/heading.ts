import { COLUMN_AT } from '#contract/owner/people.ts';
import type { UseWords } from '../../words.ts';

/** The heading of a column, or its number. */
export function headingIn({ t }: UseWords, heading: string): string {
  const [, n] = COLUMN_AT.exec(heading) ?? [];
  return n === undefined ? heading : t('import.nth', { n });
}
