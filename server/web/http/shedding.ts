import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { HttpResponse, Problems } from './http-response.ts';

/**
 * Above this load all posts are refused, some already at a share of it; pages never are. `delay`: event loop
 * delay in milliseconds. `underWay`: posts whose body is read and that are unanswered; so many are stored
 * within a second, even if a disk sync takes a tenth of it. A lower limit would shed people needlessly.
 */
const MOST = { delay: 250, underWay: 4_000 };

/** Retry-After range in seconds. */
const SOONEST = 5;
const LATEST = 30;

/** The answer to a shed post. `why`: a code for the log. */
export type RetryLater = (why: string) => HttpResponse;

export type Shedding = {
  /** 503 with a random Retry-After, so that shed clients do not return all at once. */
  retryLater: RetryLater;
  /** Whether the load has reached this share. Call it before the body is read. */
  isTooMuch(share: number): boolean;
  /** Counts a post until its answer. Call it after its body is read: slow bodies must not shed others. */
  entered(response: ServerResponse): void;
};

export type SheddingDeps = {
  /** Milliseconds, see `startEventLoopMeter`. */
  eventLoopDelay: () => number;
  /** From 0 (inclusive) to 1 (exclusive). */
  random: () => number;
};

/** Sheds load: writes before pages, and at once, instead of letting everybody wait. */
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

/** `delay`: median event loop delay of the last second, in ms. Does not keep the process alive. */
export function startEventLoopMeter(): { delay(): number; stop(): void } {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let delay = 0;
  const timer = setInterval(() => {
    // It records the time between samples. No sample: the loop was blocked; the next window shows it.
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
