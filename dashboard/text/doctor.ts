import { byLanguage } from '#contract/language.ts';
import type { DoctorCode } from '#contract/owner/doctor.ts';

/** Findings of the health check. Loaded separately: only settings and launch need them. */
export const DOCTOR_WORDS = byLanguage(
  import.meta.glob<Record<DoctorCode, string>>('./*/doctor.ts', { eager: true, import: 'doctor' }),
);
