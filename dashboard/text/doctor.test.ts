import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOCTOR_SAYS } from '#contract/owner/doctor.ts';
import { DOCTOR_WORDS } from './doctor.ts';

const placesIn = (sentence: string) => [
  ...new Set(sentence.match(/\{\w+\}|"[a-z ]+(?: ID)?"|«[a-z ]+(?: ID)?»/g)),
];
const named = (place: string) => place.replaceAll(/["«»]/g, '');

test('what the doctor finds names the same values and commands in each language (fault: a value is left out)', () => {
  for (const [code, sentence] of Object.entries(DOCTOR_SAYS))
    for (const [language, words] of Object.entries(DOCTOR_WORDS))
      assert.deepEqual(
        placesIn(words[code as keyof typeof DOCTOR_SAYS])
          .map(named)
          .toSorted(),
        placesIn(sentence).map(named).toSorted(),
        `${code} in ${language}`,
      );
});
