import {
  type DoctorCode,
  type DoctorFinding,
  type DoctorValues,
  DOCTOR_SAYS,
  type LookedAt,
  type Unwell,
} from '#contract/owner/doctor.ts';
import { Failed } from './failed.ts';

/** One line of the health check. `text` says what is found and, unless it is `ok`, what to do. */
export type Finding = DoctorFinding;

/** The findings of the health check. */
export type Examined = Partial<Record<LookedAt, Finding | readonly Finding[]>>;

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (code: DoctorCode, values: DoctorValues = {}) => unwell('warning', code, values);
export const problemFinding = (code: DoctorCode, values: DoctorValues = {}) =>
  unwell('problem', code, values);

function unwell(level: Unwell['level'], code: DoctorCode, values: DoctorValues): Unwell {
  const text = DOCTOR_SAYS[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  return { level, code, values, text };
}

/** Returns the result of `look`; a problem if it fails. */
export function found(look: () => Finding): Finding {
  try {
    return look();
  } catch (error) {
    if (error instanceof Failed) return problemFinding('said', { text: error.message });
    throw error;
  }
}
