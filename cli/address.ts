import { type AddressCode, parseAddress } from '#contract/subscribe.ts';
import { Failed } from './command.ts';

/** Why an address was refused, after its place. */
export const REFUSED: Record<AddressCode, string> = {
  required: 'there is no address',
  invalid: 'this is not an email address',
  several: 'these are several addresses',
  'too-long': 'this is too long for an email address',
  'non-ascii': 'letters before the @ that mail cannot carry',
};

/** What the address of an operator is called in the store. @throws Failed */
export function keyOf(operand: string): string {
  const parsed = parseAddress(operand);
  if (parsed.ok) return parsed.key;
  throw new Failed(`${JSON.stringify(operand)}: ${REFUSED[parsed.code]}.`);
}
