import type { Command } from './command.ts';
import { COMMAND_GROUPS } from './commands.ts';
import { CALL } from './npm.ts';

const WIDTH = 80;

export const USAGE = `Usage: ${CALL} COMMAND [options]

${Object.entries(COMMAND_GROUPS)
  .map(([title, commands]) => `${title}\n${commands.map(inShort).join('')}`)
  .join('\n')}
Options of every export
  --json          JSON Lines instead of CSV
  --output FILE   write to FILE (readable only by you), not to standard output
  --force         overwrite FILE if it exists

--version prints the version of the program.
Commands use the server’s settings and can run while it is running.
See docs/operations.md.
Exit codes: 0 success, 1 failure, 2 invalid usage, 141 output closed early.
`;

export function usageOf({ usage, about }: Command): string {
  return `${wrapped(`Usage: ${CALL} ${usage}`, '', '  ')}${wrapped(about, '  ')}`;
}

function inShort({ usage, about }: Command): string {
  return `${wrapped(usage, '  ', '    ')}${wrapped(about, '      ')}`;
}

/** In lines that fit a terminal; an option stays on one with its value. `next`: before each line but the first. */
function wrapped(text: string, first: string, next = first): string {
  const lines: string[] = [];
  let line = first;
  for (const part of text.split(/ (?![^[]*\])/)) {
    if (line.trim() !== '' && line.length + 1 + part.length > WIDTH) {
      lines.push(line);
      line = next;
    }
    line += line.trim() === '' ? part : ` ${part}`;
  }
  return [...lines, line, ''].join('\n');
}
