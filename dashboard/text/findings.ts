import { byLanguage } from '#contract/language.ts';
import type { FindingWords } from './en/findings.ts';

/** Loaded separately: only the launch page needs them. */
export const FINDING_WORDS = byLanguage(
  import.meta.glob<FindingWords>('./*/findings.ts', { eager: true, import: 'findings' }),
);
