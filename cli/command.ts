import { parseArgs } from 'node:util';
import type { FixedConfig } from '#server/base/config.ts';
import { Failed } from '#server/base/failed.ts';
import { type SettingKind, oneOf } from '#server/base/setting.ts';

export { Failed };

/** Invalid command line. Exit code 2. */
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
  /** Without what an owner may change, see `withSettings`. @throws Failed */
  settings(): FixedConfig;
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds. */
  wait(ms: number): Promise<void>;
  /** Prints a line to standard output. */
  say(line: string): void;
  /** Prints a warning line to standard error. */
  warn(line: string): void;
  /** Whether npm prints its own lines to the same output. */
  npmWrites: boolean;
};

export type Command = {
  /** Its name, e.g. `subscribers export`. */
  name: string;
  /** Its name, operands and options. */
  usage: string;
  about: string;
  /** The names of its options, without their `--`. */
  options: readonly string[];
  /** @throws Misused or Failed. @returns the exit code. */
  execute(args: string[], context: CliContext): Promise<number>;
};

type Word = Uppercase<string>;
/**
 * The name of a value in the help, and its type: a kind, as with the settings, or a list of words. With dots
 * after it, it may be repeated.
 */
type Option = 'flag' | Word | `${Word}...` | readonly [Word, SettingKind<unknown> | readonly string[]];
/** By name. */
export type Options = Readonly<Record<string, Option>>;
export type OptionValues<O extends Options> = { [Name in keyof O]: ValueOf<O[Name]> };
type ValueOf<O> = O extends 'flag'
  ? boolean
  : O extends `${string}...`
    ? string[]
    : O extends readonly [string, infer Allowed]
      ?
          | (Allowed extends SettingKind<infer Value> ? Value : Extract<Allowed, readonly string[]>[number])
          | undefined
      : string | undefined;

type Definition<O extends Options> = Pick<Command, 'name' | 'about'> & {
  /** Operands as named in the help. Brackets mark an optional one, dots a repeated one. */
  operands?: readonly string[];
  options?: O;
  /** @returns an exit code if it is not `EXIT.done`. */
  run(given: CliContext & { values: OptionValues<O>; operands: string[] }): Promise<number | void>;
};

const MOST_OPERANDS = 1000;

export function command<const O extends Options = {}>(definition: Definition<O>): Command {
  const { name, about, operands = [], options = {} as O, run } = definition;
  const least = operands.filter((operand) => !operand.startsWith('[')).length;
  const most = operands.some((operand) => operand.includes('...')) ? MOST_OPERANDS : operands.length;
  async function execute(args: string[], context: CliContext): Promise<number> {
    const { values, positionals } = parse(args, options);
    if (positionals.length < least) throw new Misused(`Missing arguments for ${name}: ${operands.join(' ')}`);
    if (positionals.length > most) throw new Misused(`Unexpected argument "${positionals[most]}".`);
    const exitCode = await run({ ...context, values, operands: positionals });
    return exitCode ?? EXIT.done;
  }
  const optional = Object.entries(options).map(([option, value]) =>
    value === 'flag' ? `[--${option}]` : `[--${option} ${typeof value === 'string' ? value : value[0]}]`,
  );
  return {
    name,
    usage: [name, ...operands, ...optional].join(' '),
    about,
    options: Object.keys(options),
    execute,
  };
}

function isRepeated(option: Option): boolean {
  return typeof option === 'string' && option.endsWith('...');
}

/** @throws Misused */
function parse<O extends Options>(
  args: string[],
  options: O,
): { values: OptionValues<O>; positionals: string[] } {
  const known = Object.entries(options).map(([name, value]) =>
    value === 'flag'
      ? [name, { type: 'boolean', default: false }]
      : isRepeated(value)
        ? [name, { type: 'string', multiple: true, default: [] }]
        : [name, { type: 'string' }],
  );
  let option = '';
  try {
    const parsed = parseArgs({ args, options: Object.fromEntries(known), allowPositionals: true });
    const values: Record<string, unknown> = { ...parsed.values };
    for (const [name, text] of Object.entries(parsed.values)) {
      option = `--${name} takes`;
      const kind = options[name];
      if (typeof kind !== 'object') continue;
      const [, allowed] = kind;
      const read = typeof allowed === 'function' ? allowed : oneOf(allowed);
      values[name] = read(String(text));
    }
    return { values: values as OptionValues<O>, positionals: parsed.positionals };
  } catch (error) {
    if (error instanceof Failed) throw new Misused(`${option} ${error.message}.`);
    if (error instanceof TypeError) throw new Misused(error.message);
    throw error;
  }
}
