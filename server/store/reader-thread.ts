import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { connectionOf } from './commit-rows.ts';
import { BUSY_MS } from './open.ts';
import { sqliteCode } from './refusal.ts';
import { runOn } from './run-on.ts';
import type { ReaderReply, Statement } from './writer-protocol.ts';

/** The thread that reads: a long report holds up neither what is stored nor the pages. */
function main(file: string): void {
  const { db, prepare } = connectionOf(new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS }));
  db.exec('PRAGMA temp_store = MEMORY');
  parentPort?.on('message', (order: Statement | 'close') => {
    if (order !== 'close') return answer(run(prepare, order));
    db.close();
    parentPort?.close();
  });
}

function run(prepare: ReturnType<typeof connectionOf>['prepare'], { sql, values }: Statement): ReaderReply {
  try {
    return { type: 'ran', ran: runOn(prepare(sql), values) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { type: 'refused-statement', message, errcode: sqliteCode(error) };
  }
}

function answer(reply: ReaderReply): void {
  parentPort?.postMessage(reply);
}

// Outside a thread this module is only compiled ahead, see scripts/build.ts.
if (parentPort) main(workerData as string);
