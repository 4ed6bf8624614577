import type { CountryCode } from 'libphonenumber-js/min';
import { PHONE_COUNTRIES, withoutExtension } from '#contract/contact.ts';

const [HOME, ...OTHERS]: readonly [CountryCode, ...CountryCode[]] = PHONE_COUNTRIES;

/**
 * Whether a phone number accepted by `parseContact` is possible: its length is valid in its country. Whether
 * it is assigned is not checked: numbering plans change, and a wrong rejection loses a customer.
 */
export async function isPossiblePhone(phone: string): Promise<boolean> {
  const parse = await loadParser();
  if (parse === null) return true;
  // +44 (0)20 …: callers from abroad omit that 0.
  const number = withoutExtension(phone).replace('(0)', '');
  if (parse(number, HOME)?.isPossible()) return true;
  // Some country allows any length: a number without country code must match another one's digits too.
  return OTHERS.some((country) => parse(number, country)?.isValid());
}

/** Null while an update replaces the packages of the running server: that rejects no message. */
async function loadParser() {
  try {
    // 10 MiB that most collectors seldom need. Larger sets tell mobile from fixed lines, which is not needed.
    return (await import('libphonenumber-js/min')).parsePhoneNumberFromString;
  } catch {
    return null;
  }
}
