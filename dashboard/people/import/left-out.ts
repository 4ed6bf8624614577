import type { ImportLine } from '#contract/owner/people.ts';
import { csvOf } from '../../save.ts';
import type { UseWords } from '../../words.ts';
import { headingIn } from './heading.ts';

const NOT_AN_ADDRESS = ['required', 'invalid', 'too-long', 'non-ascii'];

export function isNoAddress({ fate, why = '' }: ImportLine): boolean {
  return fate === 'refused' && (NOT_AN_ADDRESS.includes(why) || why === 'several');
}

/** The outcome of a row, in a few words. */
export function fateIn(words: UseWords, { fate, why, column = '', cell = '' }: ImportLine): string {
  const { t } = words;
  if (fate !== 'refused') return t(`import.results.${fate}`);
  switch (why) {
    case 'not-consent':
      return t('import.results.notConsent', {
        column: headingIn(words, column),
        cell: cell.slice(0, 40) || t('import.blank'),
      });
    case 'no-consent':
      return t('import.results.noConsent');
    case 'pending':
      return t('import.results.pending');
    case 'several':
      return t('import.results.several');
    default:
      return t('import.results.invalid');
  }
}

/** The rows left out, each with its reason, as CSV. The headings are the same in every language. */
export function leftOutCsv(words: UseWords, lines: readonly ImportLine[]): Blob {
  const head = ['line', 'address', 'result'];
  const rows = lines.map((line) => [line.line, line.address, fateIn(words, line)]);
  return csvOf([head, ...rows]);
}
