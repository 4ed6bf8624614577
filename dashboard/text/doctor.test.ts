import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '#contract/language.ts';
import { DOCTOR_SAYS, type DoctorCode } from '#contract/owner/doctor.ts';

const placesIn = (sentence: string) => [
  ...new Set(sentence.match(/\{\w+\}|"[a-z ]+(?: ID)?"|«[a-z ]+(?: ID)?»/g)),
];
const named = (place: string) => place.replaceAll(/["«»]/g, '');

for (const language of LANGUAGES)
  test(`what the doctor finds names the same values and commands in ${language} (catches: a value is left out)`, async () => {
    const { doctor } = (await import(`./${language}/doctor.ts`)) as { doctor: Record<DoctorCode, string> };
    for (const [code, sentence] of Object.entries(DOCTOR_SAYS))
      assert.deepEqual(
        placesIn(doctor[code as DoctorCode])
          .map(named)
          .toSorted(),
        placesIn(sentence).map(named).toSorted(),
        code,
      );
  });
