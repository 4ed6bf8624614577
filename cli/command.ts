import { parseArgs } from 'node:util';
import type { Config } from '#server/config.ts';

export { Failed } from '#server/failed.ts';

/** A command line that is not understood. Exit code 2. */
export class Misused extends Error {
  override name = 'Misused';
}

export const EXIT = {
  done: 0,
  failed: 1,
  misused: 2,
  /** What a shell reports for a program ended by SIGPIPE. */
  readerGone: 141,
} as const;

export type CliContext = {
  /** @throws Failed */
  settings(): Config;
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Words for whoever asked, on the standard output; each is a line. */
  say(line: string): void;
  /** What went wrong beside, on the standard error; each is a line. */
  warn(line: string): void;
  /** Whether npm writes lines of its own to the same file as we do. */
  npmWrites: boolean;
};

export type Command = {
  /** Its words, e.g. `subscribers export`. */
  name: string;
  /** Its words, and all that may follow them. */
  usage: string;
  about: string;
  /** The names of its options, without their `--`. */
  options: readonly string[];
  /** @throws Misused or Failed. @returns the exit code. */
  execute(args: string[], context: CliContext): Promise<number>;
};

/** By name. An option that is no flag takes a value; the help calls the value by this word. */
export type Options = Readonly<Record<string, 'flag' | Uppercase<string>>>;
export type Values<O extends Options> = {
  [Name in keyof O]: O[Name] extends 'flag' ? boolean : string | undefined;
};

type Definition<O extends Options> = Pick<Command, 'name' | 'about'> & {
  /** What the help calls the words that follow the name. One in brackets may be left out, one with dots comes many times. */
  operands?: readonly string[];
  options?: O;
  /** @returns an exit code, where it is another than `EXIT.done`. */
  run(given: CliContext & { values: Values<O>; operands: string[] }): Promise<number | void>;
};

const MOST_OPERANDS = 1000;

export function command<const O extends Options = {}>(definition: Definition<O>): Command {
  const { name, about, operands = [], options = {} as O, run } = definition;
  const least = operands.filter((operand) => !operand.startsWith('[')).length;
  const most = operands.some((operand) => operand.includes('...')) ? MOST_OPERANDS : operands.length;
  async function execute(args: string[], context: CliContext): Promise<number> {
    const { values, positionals } = parse(args, options);
    if (positionals.length < least) throw new Misused(`${name} needs more words: ${operands.join(' ')}`);
    if (positionals.length > most) throw new Misused(`"${positionals[most]}" is one word too many.`);
    const exitCode = await run({ ...context, values, operands: positionals });
    return exitCode ?? EXIT.done;
  }
  const optional = Object.entries(options).map(([option, value]) =>
    value === 'flag' ? `[--${option}]` : `[--${option} ${value}]`,
  );
  return {
    name,
    usage: [name, ...operands, ...optional].join(' '),
    about,
    options: Object.keys(options),
    execute,
  };
}

function parse<O extends Options>(args: string[], options: O): { values: Values<O>; positionals: string[] } {
  const known = Object.entries(options).map(([name, value]) =>
    value === 'flag' ? [name, { type: 'boolean', default: false }] : [name, { type: 'string' }],
  );
  try {
    const parsed = parseArgs({ args, options: Object.fromEntries(known), allowPositionals: true });
    return { values: parsed.values as Values<O>, positionals: parsed.positionals };
  } catch (error) {
    if (error instanceof TypeError) throw new Misused(error.message);
    throw error;
  }
}

/** The whole number of an option. @throws Misused */
export function wholeNumber(
  option: string,
  text: string | undefined,
  { standard, most }: { standard: number; most: number },
): number {
  if (text === undefined) return standard;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new Misused(`${option} takes a whole number from 1 to ${most}.`);
}

/** One of a few words. @throws Misused */
export function oneOf<W extends string>(
  option: string,
  text: string | undefined,
  words: readonly W[],
): W | null {
  if (text === undefined) return null;
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new Misused(`${option} takes one of ${words.join(', ')}.`);
}
