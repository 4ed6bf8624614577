import type { Language } from '#contract/language.ts';
import { findingsEn, type FindingWords } from './findings.en.ts';
import { findingsPt } from './findings.pt.ts';

/** Loaded separately: only the launch page needs them. */
export const FINDING_WORDS: Record<Language, FindingWords> = { en: findingsEn, pt: findingsPt };
