import { createInterface } from 'node:readline/promises';
import { type CliContext, Failed, Misused } from '../command.ts';

/** @throws Failed if the answer is no, Misused without a terminal. */
export async function agree(question: string, yes: boolean, { say }: CliContext): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new Misused('Can’t prompt here. Add --yes to confirm.');
  say(question);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('yes or no: ');
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new Failed('Cancelled. Nothing was changed.');
}
