import type { Language } from '#contract/language.ts';
import type { DoctorCode } from '#contract/owner/doctor.ts';
import { doctorEn } from './doctor.en.ts';
import { doctorPt } from './doctor.pt.ts';

/** Findings of the health check. Loaded separately: only settings and launch need them. */
export const DOCTOR_WORDS: Record<Language, Record<DoctorCode, string>> = { en: doctorEn, pt: doctorPt };
