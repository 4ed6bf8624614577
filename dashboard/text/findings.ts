import type { Language } from '#contract/language.ts';
import type { FindingCode } from '#contract/owner/launch.ts';
import { findingsEn } from './findings.en.ts';
import { findingsPt } from './findings.pt.ts';

/** A finding of a launch check: what it is, what it means, what to do. Braces hold the server's values. */
export type FindingWords = Record<FindingCode, { title: string; text: string; todo?: string }>;

/** Loaded separately: only the launch page needs them. */
export const FINDING_WORDS: Record<Language, FindingWords> = { en: findingsEn, pt: findingsPt };
