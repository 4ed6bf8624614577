import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { csvRecord } from '#server/base/csv.ts';
import { createPrivate } from './durable-file.ts';
import { damageIn } from './inspect.ts';
import { readPragma } from './migrations.ts';
import type { SubscriptionRow } from './database.ts';
import { messageOf } from './refusal.ts';
import type { Batch } from './writer-protocol.ts';

/** More than arrive between two checkpoints; about 10 MB. */
const MOST = 20_000;
/** Copying a larger store would delay all pending answers. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Remembers who was stored since the log began, because nothing else does once the log is lost. `logName`:
 * rows under an earlier name are in the store.
 */
export function createRescue(dataDir: string) {
  let kept: Batch[] = [];
  let size = 0;
  let keptOf = '';

  function keep(batch: Batch, logName: string): void {
    if (logName !== keptOf) [kept, size] = [[], 0];
    keptOf = logName;
    if (batch.size === 0) return;
    kept.push(batch);
    size += batch.size;
    while (size - (kept[0]?.size ?? 0) > MOST) size -= kept.shift()?.size ?? 0;
  }

  /** Writes files that `embreve restore` and `embreve import` can read. Returns the operator's message. */
  function save(db: DatabaseSync, logName: string): string {
    const path = join(dataDir, `rescued-${new Date().toISOString().replaceAll(':', '-')}`);
    const whole = copyStore(db, `${path}.sqlite`) ? ` A whole copy is ${path}.sqlite: restore that.` : '';
    const people = keptOf === logName ? kept.flatMap(peopleIn) : [];
    if (people.length === 0) return whole;
    const lines = [['email', 'language'], ...people.map(({ address, language }) => [address, language])];
    try {
      const content = lines.map(csvRecord).join('');
      writeFileSync(`${path}.csv`, content, { flag: 'wx', mode: 0o600, flush: true });
      return `${whole} Who was stored last is in ${path}.csv: import that afterwards.`;
    } catch (error) {
      return `${whole} Who was stored last could not be saved (${messageOf(error)}).`;
    }
  }

  return { keep, save };
}

function peopleIn({ rows }: Batch): SubscriptionRow[] {
  return (JSON.parse(rows) as SubscriptionRow[]).filter(({ suspect }) => suspect === null);
}

/** Copies what this connection can still read: deleted files, cached pages. False unless it is whole. */
function copyStore(db: DatabaseSync, path: string): boolean {
  try {
    if (Number(readPragma(db, 'page_count')) * Number(readPragma(db, 'page_size')) > MOST_BYTES) return false;
    createPrivate(path);
    db.prepare('VACUUM INTO ?').run(path);
    using copy = new DatabaseSync(path, { readOnly: true });
    if (damageIn(copy) === null) return true;
  } catch {
    // Its source is lost too.
  }
  rmSync(path, { force: true });
  return false;
}
