import { parentPort, workerData } from 'node:worker_threads';
import { databaseFile } from './open.ts';
import { refusalOf } from './refusal.ts';
import { openWriter, type Writer } from './writer.ts';
import type { WriterData, WriterOrder, WriterReply } from './writer-protocol.ts';

/** Milliseconds between attempts to drain the buffer, while it is not empty. */
const DRAIN_MS = 10;

/** The thread that owns the store: a slow disk delays commits here, never the pages. */
function main(data: WriterData): void {
  const writer = open(data);
  if (!writer) return;
  answer({ type: 'opened' });
  let timer: NodeJS.Timeout | undefined;
  /** Drains the buffer until it is empty. Orders that arrive are served between two parts. */
  const drain = (): void => {
    const state = writer.drain();
    timer = state === 'done' ? undefined : setTimeout(drain, state === 'more' ? 0 : DRAIN_MS);
  };
  timer = setTimeout(drain, DRAIN_MS);
  parentPort?.on('message', (order: WriterOrder | 'close') => {
    if (order === 'close') {
      clearTimeout(timer);
      writer.close();
      return parentPort?.close();
    }
    answer(writer.take(order));
    if (writer.afterwards()) timer ??= setTimeout(drain, DRAIN_MS);
  });
  // As in server/base/memory.ts for the main thread; later, because the start still queries the store.
  setTimeout(
    () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
    1_000,
  ).unref();
}

function open(data: WriterData): Writer | null {
  try {
    return openWriter(data, {
      now: () => performance.now(),
      date: Date.now,
      onQuarantine: (fault) => parentPort?.postMessage({ quarantined: fault }),
      onBase: (fault) => parentPort?.postMessage({ base: fault }),
    });
  } catch (error) {
    const { code, message } = refusalOf(error, databaseFile(data.dataDir));
    answer({ type: 'refused', refusal: { code, message } });
    return null;
  }
}

function answer(reply: WriterReply): void {
  parentPort?.postMessage({ reply });
}

main(workerData as WriterData);
