import type { Answered } from '#server/web/http/request-log.ts';
import type { SubscribeStore } from '#server/list/subscription.ts';

/** Counts what happens. Never given personal data, and every label has few values. */
export type Metrics = {
  answered(one: Answered): void;
  /** `stored`, `unavailable`, or why a stored one looks like a machine's. */
  subscription(outcome: string): void;
  /** How one attempt to deliver ended. */
  delivery(kind: string, outcome: string): void;
};

/** For everybody who has not set METRICS_PORT. */
export const NO_METRICS: Metrics = { answered: () => {}, subscription: () => {}, delivery: () => {} };

/** The same store, counted. */
export function countSubscriptions(store: SubscribeStore, metrics: Metrics): SubscribeStore {
  return {
    async add(subscription) {
      try {
        const outcome = await store.add(subscription);
        metrics.subscription(outcome === 'stored' ? (subscription.suspect ?? outcome) : 'unavailable');
        return outcome;
      } catch (error) {
        metrics.subscription('unavailable');
        throw error;
      }
    },
  };
}
