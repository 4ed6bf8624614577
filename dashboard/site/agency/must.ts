import type { ContentProblem } from '#contract/content/problems.ts';
import type { UseWords } from '../../words.ts';

/** What to correct in a fact, for its writer; null: nothing. `at`: where in its value. */
export function mustOf({ t }: UseWords, problems: readonly ContentProblem[], at = ''): string | null {
  const problem = problems.find((one) => one.at === at);
  if (problem === undefined) return null;
  const { code, limit } = problem;
  switch (code) {
    case 'line':
    case 'lines':
    case 'months':
    case 'profile':
      return t(`agency.must.${code}`, { limit });
    case 'file-heavy':
      return t('agency.picture.heavy');
    case 'plain':
    case 'slug':
    case 'https':
    case 'email':
    case 'phone':
      return t(`agency.must.${code}`);
    default:
      return t('agency.must.other');
  }
}

/** That a text is too long; it is not cut. */
export function over(t: UseWords['t'], text: string, max: number): string | null {
  return text.length > max ? t('editor.over', { max }) : null;
}
