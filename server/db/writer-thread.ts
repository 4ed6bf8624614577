import { parentPort, workerData } from 'node:worker_threads';
import type { Answer, Order, WriterData } from './messages.ts';
import { databaseFile } from './open.ts';
import { refusalOf } from './refusal.ts';
import { openWriter, type Writer } from './writer.ts';

/** The thread that owns the store: a slow disk holds up commits here, never the pages. */
function main(data: WriterData): void {
  const writer = open(data);
  if (!writer) return;
  answer({ type: 'opened' });
  parentPort?.on('message', (order: Order) => {
    if (order === 'close') {
      writer.close();
      answer({ type: 'closed' });
      return parentPort?.close();
    }
    answer(Array.isArray(order) ? writer.commit(order) : writer.run(order));
    writer.afterwards();
  });
  // As main.ts does in its own thread; later, because the start still asks the store.
  setTimeout(
    () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
    1_000,
  ).unref();
}

function open(data: WriterData): Writer | null {
  try {
    return openWriter(data);
  } catch (error) {
    answer({ type: 'refused', refusal: refusalOf(error, databaseFile(data.dataDir)) });
    return null;
  }
}

function answer(message: Answer): void {
  parentPort?.postMessage(message);
}

// Outside a thread this module is only compiled ahead, see scripts/build.ts.
if (parentPort) main(workerData as WriterData);
