import type { Language } from '#contract/language.ts';
import type { FindingCode } from '#contract/owner/launch.ts';
import { findingsEn } from './findings.en.ts';
import { findingsPt } from './findings.pt.ts';

/** What a rehearsal found: what it is, what that means, and what to do. Braces hold what the server gives. */
export type FindingWords = Record<FindingCode, { title: string; text: string; todo?: string }>;

/** Beside the other words: only the page of the launch needs them. */
export const FINDING_WORDS: Record<Language, FindingWords> = { en: findingsEn, pt: findingsPt };
