import type { CountryCode } from 'libphonenumber-js/min';
import { PHONE_COUNTRIES, withoutExtension } from '#contract/contact.ts';

const [HOME, ...OTHERS]: readonly [CountryCode, ...CountryCode[]] = PHONE_COUNTRIES;

/**
 * Whether a phone number that `parseContact` has taken can be one: as long as the numbers of its country are. Whether it
 * has been given out is not asked: numbering plans change, and a number refused wrongly is a customer lost.
 */
export async function isPossiblePhone(phone: string): Promise<boolean> {
  const parse = await loadParser();
  if (parse === null) return true;
  // +44 (0)20 …: who dials the country's code leaves that 0 out.
  const number = withoutExtension(phone).replace('(0)', '');
  if (parse(number, HOME)?.isPossible()) return true;
  // Some country has numbers of any length: without its code, a number of another one has to fit in its digits too.
  return OTHERS.some((country) => parse(number, country)?.isValid());
}

/** null while an update replaces the packages under the running server: no message is refused for that. */
async function loadParser() {
  try {
    // 10 MiB that most collectors seldom need. Its larger sets tell mobile from fixed, which nobody asks here.
    return (await import('libphonenumber-js/min')).parsePhoneNumberFromString;
  } catch {
    return null;
  }
}
