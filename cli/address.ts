import { type AddressCode, parseAddress } from '#contract/subscribe.ts';
import { Failed } from './command.ts';

/** Why an address was refused; follows its position. */
export const REFUSED: Record<AddressCode, string> = {
  required: 'no address',
  invalid: 'not an email address',
  several: 'several addresses',
  'too-long': 'too long for an email address',
  'non-ascii': 'unsupported characters before the @',
};

/** Returns the store's key for an address that the operator typed. @throws Failed */
export function keyOf(operand: string): string {
  const parsed = parseAddress(operand);
  if (parsed.ok) return parsed.key;
  throw new Failed(`${JSON.stringify(operand)}: ${REFUSED[parsed.code]}.`);
}
