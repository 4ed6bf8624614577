import { chmodSync, createWriteStream, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { ConfigError, loadEnvFile, readConfig } from '#server/config.ts';
import { databaseFile, openForReading } from '#server/db/open.ts';
import { refusalOf } from '#server/db/refusal.ts';
import { type CsvExport, exportConsentTexts, exportSubscribers } from './exports.ts';

const USAGE = `Usage: npm run -s embreve -- COMMAND [--output FILE [--force]]

Commands
  subscribers export     the list as CSV: address, language, time, consent version, source
  consent-texts export   the words behind each consent version, as CSV

Options
  --output FILE   write to FILE, readable only for you, instead of the standard output
  --force         replace FILE when it is there already
  --help          this text

The server may run meanwhile. DATA_DIR says where the list is kept, as for the server.
Exit codes: 0 done, 1 not done, 2 not understood, 141 the reader of the output went away.
`;

const EXPORTS: Record<string, CsvExport> = {
  'subscribers export': exportSubscribers,
  'consent-texts export': exportConsentTexts,
};

const NPM_WROTE =
  'npm has written lines of its own before the list. Use npm run -s, or --output FILE, to have the list alone.\n';

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;
/** What a shell reports for a program ended by SIGPIPE. */
const READER_GONE = 141;

type Request = { rows: CsvExport; output: string | undefined; force: boolean };

/** @returns the exit code; all words go to the standard error. */
async function main(args: string[]): Promise<number> {
  const request = parse(args);
  if (typeof request === 'string') {
    if (request === '') process.stdout.write(USAGE);
    else process.stderr.write(`${request}\n\n${USAGE}`);
    return request === '' ? DONE : MISUSED;
  }
  loadEnvFile();
  const { dataDir } = readConfig(process.env);
  let db: DatabaseSync | null = null;
  try {
    db = openForReading(dataDir);
    if (db) return await write(db, request);
    return fail(`There is no list yet: ${databaseFile(dataDir)} is made when the server starts.`);
  } catch (error) {
    return fail(refusalOf(error, databaseFile(dataDir)).message);
  } finally {
    db?.close();
  }
}

/** What to do; or what is wrong with the arguments; or an empty text when only help was asked for. */
function parse(args: string[]): Request | string {
  const options = {
    output: { type: 'string' },
    force: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) return '';
    const command = positionals.join(' ');
    const rows = EXPORTS[command];
    if (!rows) return command ? `There is no command "${command}".` : 'Which command?';
    if (values.force && values.output === undefined) return '--force goes with --output.';
    return { rows, output: values.output, force: values.force ?? false };
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

async function write(db: DatabaseSync, { rows, output, force }: Request): Promise<number> {
  if (output === undefined) {
    if (npmWroteBefore(process.env)) process.stderr.write(NPM_WROTE);
    return pour(db, rows, process.stdout);
  }
  const file = createWriteStream(output, { flags: force ? 'w' : 'wx', mode: 0o600, flush: true });
  let made = false;
  file.once('open', () => {
    made = true;
    chmodSync(output, 0o600);
  });
  try {
    return await pour(db, rows, file);
  } catch (error) {
    if (made) rmSync(output, { force: true });
    if (isSystemError(error, 'EEXIST')) return fail(`${output} is there already. Add --force to replace it.`);
    if (isSystemError(error)) return fail(`${output} cannot be written: ${error.message}`);
    throw error;
  }
}

async function pour(db: DatabaseSync, rows: CsvExport, target: Writable): Promise<number> {
  try {
    await pipeline(Readable.from(rows(db)), target, { end: target !== process.stdout });
    return DONE;
  } catch (error) {
    if (target === process.stdout && isSystemError(error, 'EPIPE')) return READER_GONE;
    throw error;
  }
}

/** Into a terminal npm's own lines do no harm; at the top of a file they would be taken for the list. */
function npmWroteBefore(env: NodeJS.ProcessEnv): boolean {
  return (
    !process.stdout.isTTY && env.npm_lifecycle_event !== undefined && env.npm_config_loglevel !== 'silent'
  );
}

function isSystemError(error: unknown, code?: string): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error && (!code || error.code === code);
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`);
  return FAILED;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.exitCode = fail(error.message);
}
