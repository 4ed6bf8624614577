import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Config } from '#server/config.ts';

/** What a command was not able to do, in words for the operator. Exit code 1. */
export class Failed extends Error {
  override name = 'Failed';
}

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
  /** @throws ConfigError */
  settings(): Config;
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Words for whoever asked, on the standard output; each is a line. */
  say(line: string): void;
  /** What went wrong beside, on the standard error; each is a line. */
  warn(line: string): void;
};

export type Command = {
  /** Its words, e.g. `subscribers export`. */
  name: string;
  /** What may stand behind the words. */
  takes: string;
  about: string;
  /** The names of its options, without their `--`. */
  options: readonly string[];
  /** @throws Misused, Failed or ConfigError. @returns the exit code. */
  execute(args: string[], context: CliContext): Promise<number>;
};

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>
>;
export type Given<O extends Options> = CliContext & { values: Parsed<O>['values']; operands: string[] };

type Definition<O extends Options> = Pick<Command, 'name' | 'takes' | 'about'> & {
  options: O;
  /** How many words may follow the name, at least and at most. */
  operands?: readonly [least: number, most: number];
  run(given: Given<O>): Promise<number>;
};

export function command<O extends Options>(definition: Definition<O>): Command {
  const { name, takes, about, options, operands: [least, most] = [0, 0], run } = definition;
  async function execute(args: string[], context: CliContext): Promise<number> {
    const { values, positionals } = parse(args, options);
    if (positionals.length < least) throw new Misused(`${name} needs more words: ${takes}`);
    if (positionals.length > most) throw new Misused(`"${positionals[most]}" is one word too many.`);
    return run({ ...context, values, operands: positionals });
  }
  return { name, takes, about, options: Object.keys(options), execute };
}

function parse<O extends Options>(args: string[], options: O): Parsed<O> {
  try {
    return parseArgs({ args, options, allowPositionals: true }) as Parsed<O>;
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
