import { Misused } from '../command.ts';

/** @throws Misused */
export function messageId(operand: string): number {
  if (/^\d{1,15}$/.test(operand)) return Number(operand);
  throw new Misused('ID is the number that "messages list" shows first.');
}
