import fc from 'fast-check';
import examples from 'libphonenumber-js/mobile/examples';
import { getCountries, getExampleNumber } from 'libphonenumber-js/mobile';
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { parseContact, PHONE_COUNTRIES } from '#contract/contact.ts';
import { PHONE_CORPUS } from '#test/corpora/phone-numbers.ts';
import type * as phones from './phone.ts';
import { isPossiblePhone } from './phone.ts';

/** The number as the contract accepts it; null if a browser would reject it. */
function light(phone: string): string | null {
  const person = { name: 'Anna', company: 'Café', email: 'anna@example.com', message: 'Good morning.' };
  const parsed = parseContact({ ...person, phone }, ['website']);
  return parsed.ok ? parsed.value.phone : null;
}

for (const [typed, taken] of PHONE_CORPUS) {
  test(`the phone number ${JSON.stringify(typed)} is ${taken ? 'taken' : 'refused'}`, async () => {
    const phone = light(typed);
    assert.ok(phone !== null, 'the browser refuses it');
    assert.equal(await isPossiblePhone(phone), taken);
  });
}

/** Separators that people and address books use. */
const anySign = fc.constantFrom('', ' ', '-', '.', '/', '\u00a0', '\u2011', ' - ');
const anyExtension = fc.constantFrom('', ' ext. 12', ' x7', ', ramal 123', ' extensão 4', ' #55');
const anyExample = fc
  .constantFrom(...getCountries())
  .map((country) => getExampleNumber(country, examples) ?? assert.fail(country));

test('a mobile number of any country, however it is set, is taken by browser and server (catches: a stricter light rule)', async () => {
  const form = fc.constantFrom('E.164', 'INTERNATIONAL', 'IDD');
  const check = fc.asyncProperty(anyExample, form, anySign, anyExtension, async (one, as, sign, more) => {
    const international = one.formatInternational().replaceAll(' ', sign);
    const whole = as === 'E.164' ? one.number : international;
    const typed = (as === 'IDD' ? whole.replace('+', '00') : whole) + more;
    const phone = light(typed);
    assert.ok(phone !== null, `the browser refuses ${typed}`);
    assert.ok(await isPossiblePhone(phone), `the server refuses ${typed}`);
  });
  await fc.assert(check, { numRuns: 2_000 });
});

test('a mobile number of the countries the contract names needs no code of its country', async () => {
  for (const country of PHONE_COUNTRIES) {
    const typed = getExampleNumber(country, examples)?.formatNational() ?? assert.fail(country);
    assert.ok(await isPossiblePhone(light(typed) ?? assert.fail(typed)), typed);
  }
});

test('whatever the browser takes is judged without a throw', async () => {
  const anyText = fc.string({ unit: fc.constantFrom(...'00112345+()-./ x#'), maxLength: 60 });
  const check = fc.asyncProperty(anyText, async (typed) => {
    const phone = light(typed);
    if (phone !== null) await isPossiblePhone(phone);
  });
  await fc.assert(check, { numRuns: 5_000 });
});

test('where the numbering plans cannot be loaded no number is refused (catches: the post is answered 500)', async (t) => {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'libphonenumber-js/min') throw new Error('npm ci is at work');
      return next(specifier, context);
    },
  });
  t.after(() => hooks.deregister());
  // A fresh module instance: the one above has loaded the numbering plans.
  const own = (await import(`./phone.ts${'?without'}`)) as typeof phones;
  assert.equal(await own.isPossiblePhone('+1 1'), true);
});
