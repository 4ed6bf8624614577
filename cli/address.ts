import { type AddressCode, parseAddress } from '#contract/subscribe.ts';
import { Failed } from './command.ts';

/** Why an address was refused, after its place. */
export const REFUSED: Record<AddressCode, string> = {
  required: 'no address',
  invalid: 'not an email address',
  several: 'several addresses',
  'too-long': 'too long for an email address',
  'non-ascii': 'unsupported characters before the @',
};

/** What the address of an operator is called in the store. @throws Failed */
export function keyOf(operand: string): string {
  const parsed = parseAddress(operand);
  if (parsed.ok) return parsed.key;
  throw new Failed(`${JSON.stringify(operand)}: ${REFUSED[parsed.code]}.`);
}
