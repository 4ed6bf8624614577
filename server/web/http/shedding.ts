import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { HttpResponse, Problems } from './http-response.ts';

/**
 * From here on every post is refused, some from a share of it; pages never are. `delay`: milliseconds by which whatever is
 * due comes late. `underWay`: posts whose body is there and whose answer is not; as many are stored within a second, also
 * where a sync of the disk takes a tenth of it. With fewer, people would be shed who need not wait long.
 */
const MOST = { delay: 250, underWay: 4_000 };

/** Seconds after which a client that was shed may come again. */
const SOONEST = 5;
const LATEST = 30;

/** The answer to a post there is no room for. `why`: a code for the log. */
export type RetryLater = (why: string) => HttpResponse;

export type Shedding = {
  /** 503 with another time each, so that clients that are shed do not come back together. */
  retryLater: RetryLater;
  /** Whether there is no room for a post from this share of the load on. Ask before its body is read. */
  isTooMuch(share: number): boolean;
  /** Counts a post until its answer is out. Only with its body read: slow bodies must not keep others away. */
  entered(response: ServerResponse): void;
};

export type SheddingDeps = {
  /** Milliseconds, see `startEventLoopMeter`. */
  eventLoopDelay: () => number;
  /** From 0 up to, not including, 1. */
  random: () => number;
};

/** Overload costs writes before pages, and says so at once instead of letting all wait. */
export function createShedding(
  { eventLoopDelay, random }: SheddingDeps,
  problems: Problems,
  onShed: (why: string) => void,
): Shedding {
  let underWay = 0;
  return {
    retryLater(why) {
      onShed(why);
      const seconds = SOONEST + Math.floor(random() * (LATEST - SOONEST + 1));
      return problems('unavailable', ['Retry-After', String(seconds)]);
    },
    isTooMuch: (share) => eventLoopDelay() > MOST.delay * share || underWay >= MOST.underWay * share,
    entered(response) {
      underWay++;
      response.once('close', () => underWay--);
    },
  };
}

const RESOLUTION_MS = 20;
const WINDOW_MS = 1_000;

/** `delay`: milliseconds by which the event loop was late, the median of the last second. Keeps no process alive. */
export function startEventLoopMeter(): { delay(): number; stop(): void } {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let delay = 0;
  const timer = setInterval(() => {
    // It records the time from one look to the next. None at all: the loop stood still, and the next window tells.
    if (histogram.count > 0) delay = Math.max(0, histogram.percentile(50) / 1e6 - RESOLUTION_MS);
    histogram.reset();
  }, WINDOW_MS);
  timer.unref();
  return {
    delay: () => delay,
    stop: () => {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
