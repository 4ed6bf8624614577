import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { rowsOf, type RowSteps } from './intake.ts';
import type { SqlValue } from './messages.ts';
import { readPragma } from './migrations.ts';

/** More than come between two checkpoints; about 2 MB. */
const MOST = 20_000;
/** A larger store would keep all who wait for their answer waiting. */
const MOST_BYTES = 64 * 1024 * 1024;

type Kept = { address: string; language: string };

/**
 * Remembers who was stored since the log began, because nobody else can once it is lost. `logName`: everything under
 * an earlier one is in the store.
 */
export function createRescue(dataDir: string, { fields, width }: Pick<RowSteps, 'fields' | 'width'>) {
  const names = JSON.parse(fields) as string[];
  const [address, language, suspect] = ['address', 'language', 'suspect'].map((name) => names.indexOf(name));
  let kept: Kept[] = [];
  let keptOf = '';

  function keep(values: readonly SqlValue[], logName: string): void {
    if (logName !== keptOf) kept = [];
    keptOf = logName;
    for (const row of rowsOf(values, width)) {
      if ((row[suspect ?? -1] ?? null) !== null) continue;
      kept.push({ address: String(row[address ?? -1]), language: String(row[language ?? -1]) });
    }
    if (kept.length > 2 * MOST) kept = kept.slice(-MOST);
  }

  /** Writes what `embreve restore` and `embreve import` can read. Gives what to tell the operator. */
  function save(db: DatabaseSync, logName: string): string {
    const path = join(dataDir, `rescued-${new Date().toISOString().replaceAll(':', '-')}`);
    const whole = copyStore(db, `${path}.sqlite`) ? ` A whole copy is ${path}.sqlite: restore that.` : '';
    if (kept.length === 0 || keptOf !== logName) return whole;
    const lines = kept.map((one) => `"${guarded(one.address).replaceAll('"', '""')}",${one.language}\n`);
    try {
      const file = openSync(`${path}.csv`, 'wx', 0o600);
      writeFileSync(file, `email,language\n${lines.join('')}`);
      fsyncSync(file);
      closeSync(file);
      return `${whole} Who was stored last is in ${path}.csv: import that afterwards.`;
    } catch (error) {
      return `${whole} Who was stored last could not be saved (${error instanceof Error ? error.message : String(error)}).`;
    }
  }

  return { keep, save };
}

/** As this connection knows it: from files that are gone, and pages in memory that were overwritten. False unless it is whole. */
function copyStore(db: DatabaseSync, path: string): boolean {
  try {
    if (Number(readPragma(db, 'page_count')) * Number(readPragma(db, 'page_size')) > MOST_BYTES) return false;
    closeSync(openSync(path, 'wx', 0o600));
    db.prepare('VACUUM INTO ?').run(path);
    const copy = new DatabaseSync(path, { readOnly: true });
    const finding = readPragma(copy, 'integrity_check(1)');
    copy.close();
    if (finding === 'ok') return true;
  } catch {
    // What it was to be read from is lost too.
  }
  rmSync(path, { force: true });
  return false;
}

/** A spreadsheet would take it for a formula; `import` takes the apostrophe away. */
function guarded(address: string): string {
  return /^'*[=+\-@]/.test(address) ? `'${address}` : address;
}
