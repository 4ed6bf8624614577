type Work = () => Promise<void>;

const waiting: Record<'publish' | 'look', Work[]> = { publish: [], look: [] };
const MOST_LOOKS = 32;

let isBusy = false;
/** Ends the look that is under way. */
let look: AbortController | null = null;

/** Works alone: there is memory for one publisher at a time. A check of a file that is under way makes room. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  look?.abort();
  return queued('publish', work);
}

/**
 * The same behind all that is published: a file that takes its whole time holds up no publishing. `work` ends with the
 * signal, and then begins again in its turn. @returns null where too many wait
 */
export async function lookInTurn<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
  if (waiting.look.length >= MOST_LOOKS) return null;
  for (;;) {
    const one = new AbortController();
    const done = await queued('look', async () => {
      look = one;
      try {
        return await work(one.signal);
      } finally {
        look = null;
      }
    });
    if (!one.signal.aborted) return done;
  }
}

function queued<T>(kind: keyof typeof waiting, work: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  waiting[kind].push(() => work().then(resolve, reject));
  if (!isBusy) void workOff();
  return promise;
}

async function workOff(): Promise<void> {
  isBusy = true;
  for (;;) {
    const next = waiting.publish.shift() ?? waiting.look.shift();
    if (next === undefined) break;
    await next();
  }
  isBusy = false;
}
