import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type CliContext, Failed, Misused } from './command.ts';

/** Reads the first line of `file`, or a line from the terminal without echo. @throws Failed, Misused */
export async function readPassphrase(
  file: string | undefined,
  { say }: Pick<CliContext, 'say'>,
): Promise<string> {
  if (file !== undefined) {
    const [line = ''] = readFileSync(file, 'utf8').split(/\r?\n/, 1);
    if (line === '') throw new Failed(`The first line of ${file} is empty.`);
    return line;
  }
  if (!process.stdin.isTTY)
    throw new Misused('Can’t prompt here. Save the passphrase in a file and use --passphrase FILE.');
  return readHidden('Passphrase of the backup (hidden as you type):', { say });
}

/** Reads a line from the terminal without echo. */
export async function readHidden(question: string, { say }: Pick<CliContext, 'say'>): Promise<string> {
  say(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const typed = await terminal.question('');
  terminal.close();
  return typed;
}

/** Reads the first line of the standard input, which is not a terminal. */
export async function readPiped(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
