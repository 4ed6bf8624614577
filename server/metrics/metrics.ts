import type { Suspicion } from '#server/abuse/suspicion.ts';
import { listenProblem } from '#server/listen-problem.ts';
import type { SubscribeStore } from '#server/list/subscribe.ts';
import type { Outcome } from '#server/outbox/queue.ts';
import type { Answered } from '#server/web/http/request-log.ts';
import { createMetrics, type MetricsDeps } from './prometheus.ts';

/** Counts what happens. Never given personal data, and every label has few values. */
export type Metrics = {
  answered(one: Answered): void;
  subscription(outcome: 'stored' | 'unavailable' | Suspicion): void;
  /** How one attempt to deliver ended. */
  delivery(kind: string, outcome: Outcome['outcome']): void;
};

type OpenedMetrics =
  | { ok: true; metrics: { counts: Metrics; stop(): Promise<void> } }
  | { ok: false; message: string };

/** The figures, offered on `port`; without one nothing is counted. */
export async function openMetrics(port: number | null, deps: MetricsDeps): Promise<OpenedMetrics> {
  if (port === null) {
    const counts = { answered: () => {}, subscription: () => {}, delivery: () => {} };
    return { ok: true, metrics: { counts, stop: async () => {} } };
  }
  const { startMetricsServer } = await import('./server.ts');
  const counts = await createMetrics(deps);
  try {
    const { stop } = await startMetricsServer(counts, port);
    return { ok: true, metrics: { counts, stop } };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { ok: false, message: listenProblem(`Port ${port} of 127.0.0.1`, code, 'METRICS_PORT') };
  }
}

/** The same store, counted. */
export function countSubscriptions(store: SubscribeStore, metrics: Metrics): SubscribeStore {
  return {
    async add(subscription) {
      const adding = store.add(subscription);
      const outcome = await adding.catch(() => null);
      metrics.subscription(outcome === 'stored' ? (subscription.suspect ?? outcome) : 'unavailable');
      return adding;
    },
  };
}
