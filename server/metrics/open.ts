import { listenProblem } from '#server/listen-problem.ts';
import { NO_METRICS, type Metrics } from './metrics.ts';
import type { MetricsDeps } from './prometheus.ts';

type OpenedMetrics =
  | { ok: true; metrics: { counts: Metrics; stop(): Promise<void> } }
  | { ok: false; message: string };

/** The figures, offered on `port`; without one nothing is counted. */
export async function openMetrics(port: number | null, deps: MetricsDeps): Promise<OpenedMetrics> {
  if (port === null) return { ok: true, metrics: { counts: NO_METRICS, stop: async () => {} } };
  const { createMetrics } = await import('./prometheus.ts');
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
