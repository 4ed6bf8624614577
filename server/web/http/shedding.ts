import type { ServerResponse } from 'node:http';
import type { monitorEventLoopDelay } from 'node:perf_hooks';
import type { HttpResponse, Problems } from './http-response.ts';

/** How much there is to do. */
export type Load = {
  /** Milliseconds by which whatever is due comes late. */
  delay: number;
  /** Posts whose body is there and whose answer is not. */
  underWay: number;
};

/**
 * From here on every post is refused, some from a share of it; pages never are. As many posts are stored within a second, also
 * where a sync of the disk takes a tenth of it. Fewer would send people away who need not wait long.
 */
const MOST: Load = { delay: 250, underWay: 4_000 };

export function isTooMuch(share: number, { delay, underWay }: Load): boolean {
  return delay > MOST.delay * share || underWay >= MOST.underWay * share;
}

export type Shedding = {
  /** The answer to a post there is no room for from this share of the load on; null: it is welcome. Ask before its body is read. */
  refusal(share: number): HttpResponse | null;
  /** Counts a post until its answer is out. Only with its body read: slow bodies must not keep others away. */
  entered(response: ServerResponse): void;
};

export type SheddingDeps = {
  /** Milliseconds, see `startEventLoopMeter`. */
  eventLoopDelay: () => number;
  /** See `createComeBackLater`. */
  comeBackLater: ComeBackLater;
};

/** Overload costs writes before pages, and says so at once instead of letting all wait. */
export function createShedding({ eventLoopDelay, comeBackLater }: SheddingDeps): Shedding {
  let underWay = 0;
  return {
    refusal: (share) =>
      isTooMuch(share, { delay: eventLoopDelay(), underWay }) ? comeBackLater('overload') : null,
    entered: (response) => {
      underWay++;
      response.once('close', () => underWay--);
    },
  };
}

const SOONEST = 5;
const LATEST = 30;

/** The answer to a post there is no room for. `why`: a code for the log. */
export type ComeBackLater = (why: string) => HttpResponse;

/** 503 with another time each, so that those who are sent away do not come back together. `random`: from 0 to below 1. */
export function createComeBackLater(
  problems: Problems,
  random: () => number,
  onSentAway: (why: string) => void,
): ComeBackLater {
  // Made once: an overload is no time to make answers.
  const answers = Array.from({ length: LATEST - SOONEST + 1 }, (_, i) =>
    problems('unavailable', { headers: ['Retry-After', String(SOONEST + i)] }),
  );
  return (why) => {
    onSentAway(why);
    return answers[Math.floor(random() * answers.length)] ?? problems('unavailable');
  };
}

export type EventLoopMeter = {
  /** Milliseconds by which the event loop was late, the median of the last second. */
  delay(): number;
  stop(): void;
};

const RESOLUTION_MS = 20;
const WINDOW_MS = 1_000;

/** Measures until stopped; keeps no process alive. `monitor`: `monitorEventLoopDelay` of node:perf_hooks. */
export function startEventLoopMeter(monitor: typeof monitorEventLoopDelay): EventLoopMeter {
  const histogram = monitor({ resolution: RESOLUTION_MS });
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
