import { type DoctorCode, DOCTOR_SAYS } from '#contract/owner/doctor.ts';

/** The same as on the command line. */
export const doctor: Record<DoctorCode, string> = DOCTOR_SAYS;
