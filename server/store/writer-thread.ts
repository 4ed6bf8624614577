import { parentPort, workerData } from 'node:worker_threads';
import type { Answer, Order, WriterData } from './messages.ts';
import { databaseFile } from './open.ts';
import { refusalOf } from './refusal.ts';
import { openWriter, type Writer } from './writer.ts';

/** Milliseconds from one look whether the inbox can be merged to the next, while there is something in it. */
const MERGE_MS = 10;

/** The thread that owns the store: a slow disk holds up commits here, never the pages. */
function main(data: WriterData): void {
  const writer = open(data);
  if (!writer) return;
  answer({ type: 'opened' });
  const merging = createMerging(writer);
  merging.soon();
  parentPort?.on('message', (order: Order) => {
    if (order === 'close') {
      merging.stop();
      writer.close();
      answer({ type: 'closed' });
      return parentPort?.close();
    }
    answer(Array.isArray(order) ? writer.commit(order) : writer.run(order));
    if (writer.afterwards()) merging.soon();
  });
  // As main.ts does in its own thread; later, because the start still asks the store.
  setTimeout(
    () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
    1_000,
  ).unref();
}

/** Merges the inbox until it is empty. Between two parts whoever has come in the meantime is served. */
function createMerging(writer: Writer) {
  let timer: NodeJS.Timeout | undefined;
  function merge(): void {
    const state = writer.merge();
    timer = state === 'done' ? undefined : setTimeout(merge, state === 'more' ? 0 : MERGE_MS);
  }
  return {
    soon: () => void (timer ??= setTimeout(merge, MERGE_MS)),
    stop: () => clearTimeout(timer),
  };
}

function open(data: WriterData): Writer | null {
  try {
    return openWriter(data, {
      now: () => performance.now(),
      onSetAside: (fault) => answer({ type: 'set-aside', fault }),
    });
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
