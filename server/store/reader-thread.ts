import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { BUSY_MS } from './open.ts';
import { messageOf } from './refusal.ts';
import { type Connection, connectionOf, runOn } from './sqlite-connection.ts';
import type { ReaderReply, Statement } from './writer-protocol.ts';

/** The reading thread: a long report delays neither writes nor pages. */
function main(file: string): void {
  const connection = connectionOf(new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS }));
  connection.db.exec('PRAGMA temp_store = MEMORY');
  parentPort?.on('message', (order: Statement[] | 'close') => {
    if (order !== 'close')
      return parentPort?.postMessage({ reply: order.map((statement) => run(connection, statement)) });
    connection.db.close();
    parentPort?.close();
  });
}

function run({ prepare }: Connection, { sql, values }: Statement): ReaderReply {
  try {
    return { type: 'ran', ran: runOn(prepare(sql), values) };
  } catch (error) {
    return { type: 'failed', code: 'io', message: messageOf(error) };
  }
}

main(workerData as string);
