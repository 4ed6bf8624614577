import { setTimeout as wait } from 'node:timers/promises';
import { readFixedConfig } from '#server/base/config.ts';
import { loadEnvFile } from '#server/base/env-file.ts';
import { runningVersion } from '#server/base/version.ts';
import { nearest } from '#server/base/nearest.ts';
import { EXIT, Failed, Misused, type CliContext } from './command.ts';
import { COMMANDS } from './commands.ts';
import { USAGE, usageOf } from './help.ts';
import { takenByNpm, writesLines } from './npm.ts';

const context: CliContext = {
  settings: () => {
    loadEnvFile();
    return readFixedConfig(process.env);
  },
  now: Date.now,
  wait: (ms) => wait(ms),
  say: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
  // Harmless in a terminal; at the top of a file npm's lines would be taken for data.
  npmWrites: !process.stdout.isTTY && writesLines(process.env),
};

/** @returns the exit code. */
async function main(args: string[]): Promise<number> {
  const found = COMMANDS.find(({ name }) => name.split(' ').every((word, place) => args[place] === word));
  if (args[0] === '--version') {
    context.say(runningVersion());
    return EXIT.done;
  }
  if (args.includes('--help')) {
    process.stdout.write(found ? usageOf(found) : USAGE);
    return EXIT.done;
  }
  try {
    if (found === undefined) throw new Misused(unknown(args));
    const taken = takenByNpm(found.options, process.env).map((option) => `--${option}`);
    if (taken.length > 0)
      throw new Misused(`npm took ${taken.join(' and ')}. Put -- before the command to pass it on.`);
    return await found.execute(args.slice(found.name.split(' ').length), context);
  } catch (error) {
    if (error instanceof Misused) {
      const help = found ? usageOf(found) : args.length === 0 ? USAGE : '--help lists all commands.\n';
      process.stderr.write(`${error.message}\n\n${help}`);
      return EXIT.misused;
    }
    if (!(error instanceof Failed)) throw error;
    context.warn(error.message);
    return EXIT.failed;
  }
}

function unknown(args: string[]): string {
  const words = args.filter((arg) => !arg.startsWith('-'));
  if (words.length === 0) return 'No command given.';
  const names = COMMANDS.map(({ name }) => name);
  const group = names.filter((name) => name.startsWith(`${words[0]} `));
  // The rest may be operands.
  const like = nearest(words.slice(0, 2).join(' '), names) ?? nearest(words[0] ?? '', names);
  const meant = like === null ? group : [like];
  const hint = meant.length > 0 ? ` Did you mean ${meant.map((name) => `"${name}"`).join(' or ')}?` : '';
  return `Unknown command "${words.join(' ')}".${hint}`;
}

// A reader that closes early, e.g. `head`, is not a failure. What was stored by then is stored.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.readerGone);
  context.warn(`Cannot write the output: ${error.message}`);
  process.exit(EXIT.failed);
});
// If nobody reads warnings any more, the work still continues to its end.
process.stderr.on('error', () => {});
process.exitCode = await main(process.argv.slice(2));
