import { type AddressCode, parseAddress } from '#contract/subscribe.ts';
import { Failed } from './command.ts';

/** Why an address was refused; follows its position. */
export const REFUSED: Record<AddressCode, string> = {
  required: 'there is no address',
  invalid: 'this is not an email address',
  several: 'these are several addresses',
  'too-long': 'this is too long for an email address',
  'non-ascii': 'letters before the @ that mail cannot carry',
};

/** Returns the store's key for an address that the operator typed. @throws Failed */
export function keyOf(operand: string): string {
  const parsed = parseAddress(operand);
  if (parsed.ok) return parsed.key;
  throw new Failed(`${JSON.stringify(operand)}: ${REFUSED[parsed.code]}.`);
}
