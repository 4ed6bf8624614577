import type { Kysely } from '#kysely';
import type { Gauge } from 'prom-client';
import type { Suspicion } from '#server/abuse/suspicion.ts';
import { withDeadline } from '#server/base/deadline.ts';
import type { MailRoute } from '#server/base/config.ts';
import type { SubscribeStore } from '#server/list/subscribe.ts';
import type { CopyStatus } from '#contract/owner/server-settings.ts';
import { HAS_ISSUE, IS_OPEN } from '#server/outbox/conditions.ts';
import { readAnyRefusal } from '#server/mail-account/refusal.ts';
import { countDue, countWaiting } from '#server/outbox/waiting.ts';
import type { Outcome } from '#server/outbox/kind.ts';
import type { Space } from '#server/store/disk/free-space.ts';
import type { Tables } from '#server/store/schema.ts';
import { runningVersion } from '#server/base/version.ts';
import type { Answered } from '#server/web/http/request-log.ts';

/** Counts events. Never pass personal data; every label has few values. */
export type Metrics = {
  answered(one: Answered): void;
  subscription(outcome: 'stored' | 'unavailable' | Suspicion): void;
  /** The outcome of one delivery attempt. */
  delivery(kind: string, outcome: Outcome['outcome']): void;
  /** Whether the mailbox for bounces could be read. */
  mailbox(isUp: boolean): void;
  /** Whether a report in it, about one of our mails, was understood. */
  report(isRead: boolean): void;
};

export type MetricsDeps = {
  query: Kysely<Tables>;
  /** The disk of DATA_DIR. */
  space: () => Promise<Space | null>;
  /** Null: nothing is copied elsewhere. */
  copies: () => CopyStatus | null;
  /** How mails leave now. */
  mailRoute: () => MailRoute;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds. */
  eventLoopDelay: () => number;
  /** When the process started, milliseconds since 1970. */
  startedAt: number;
};

/** All metrics as text in the Prometheus format. Never rejects because of the store. */
export type ScrapedMetrics = Metrics & { contentType: string; scrape: () => Promise<string> };

/** Scrapers usually time out after 10 seconds. */
const STORE_ANSWER_MS = 2_000;
/** Rows of the outbox. Counting more takes longer, and blocks others. */
const MOST_COUNTED = 100_000;

/** Loads its library, 8 MB: only if METRICS_PORT is set. */
export async function createMetrics(deps: MetricsDeps): Promise<ScrapedMetrics> {
  const prometheus = await import('prom-client');
  const registry = new prometheus.Registry();
  const registers = [registry];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new prometheus.Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new prometheus.Gauge({ name, help, labelNames, registers });
  const requests = counter(
    'embreve_http_requests_total',
    'Requests by what was asked for and by class of status; none: the client left before an answer.',
    'route',
    'status',
  );
  const posts = new prometheus.Histogram({
    name: 'embreve_http_post_duration_seconds',
    help: 'From the headers of a POST to the end of its answer.',
    labelNames: ['route'],
    buckets: [0.01, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  const subscriptions = counter(
    'embreve_subscriptions_total',
    'Accepted subscriptions by outcome: stored, unavailable, or why a stored one is suspect.',
    'outcome',
  );
  const deliveries = counter(
    'embreve_outbox_deliveries_total',
    'Ends of attempts to deliver what follows from submissions.',
    'kind',
    'outcome',
  );
  const looks = counter(
    'embreve_returns_mailbox_polls_total',
    'Looks into the mailbox for what comes back, by outcome: read, failed.',
    'outcome',
  );
  const reports = counter(
    'embreve_returns_reports_total',
    'Reports about our emails in that mailbox, by outcome: read, left.',
    'outcome',
  );
  const refresh = createRefresh(gauge, deps);

  return {
    answered({ request, route, status, ms }) {
      requests.inc({ route, status: status === null ? 'none' : `${Math.floor(status / 100)}xx` });
      if (request.method === 'POST' && status !== null) posts.observe({ route }, ms / 1000);
    },
    subscription: (outcome) => subscriptions.inc({ outcome }),
    delivery: (kind, outcome) => deliveries.inc({ kind, outcome }),
    mailbox: (isUp) => looks.inc({ outcome: isUp ? 'read' : 'failed' }),
    report: (isRead) => reports.inc({ outcome: isRead ? 'read' : 'left' }),
    contentType: registry.contentType,
    scrape: async () => {
      await refresh();
      return registry.metrics();
    },
  };
}

/** Updates the gauges that are computed at scrape time. */
function createRefresh(
  gauge: (name: string, help: string, ...labelNames: string[]) => Gauge,
  { query, space, copies, mailRoute, now, eventLoopDelay, startedAt }: MetricsDeps,
): () => Promise<void> {
  const up = gauge('embreve_store_up', 'Whether the store has answered.');
  const subscribers = gauge('embreve_subscribers', 'Subscriptions by state.', 'state');
  const rows = `Rows of the outbox, counted up to ${MOST_COUNTED}.`;
  const outbox = gauge('embreve_outbox_rows', rows, 'condition');
  const waiting = gauge(
    'embreve_mails_waiting',
    'Mails that wait, by why: unset or sealed, without a mail server; account, it refuses them.',
    'why',
  );
  const announcements = gauge(
    'embreve_announcements',
    'Announcements by purpose and state.',
    'purpose',
    'state',
  );
  const delay = gauge('embreve_event_loop_delay_seconds', 'Median of the last second.');
  const memory = gauge('process_resident_memory_bytes', 'Resident memory size in bytes.');
  const free = gauge('embreve_data_free_bytes', 'Free bytes on the disk of DATA_DIR.');
  const copied = gauge(
    'embreve_copy_until_timestamp_seconds',
    'Until when the copy elsewhere holds everything, since unix epoch.',
  );
  const failing = gauge('embreve_copies_failing', 'Whether copying elsewhere fails now.');
  gauge('embreve_build_info', 'Always 1; the version as its label.', 'version').set(
    { version: runningVersion() },
    1,
  );
  const start = 'Start time of the process since unix epoch in seconds.';
  gauge('process_start_time_seconds', start).set(startedAt / 1000);

  return async () => {
    const asked = readFigures(query, mailRoute(), now()).catch(() => null);
    const figures = await withDeadline(asked, STORE_ANSWER_MS, null);
    up.set(figures === null ? 0 : 1);
    // Unknown values are left out: a stale one would hide that.
    subscribers.reset();
    outbox.reset();
    waiting.reset();
    announcements.reset();
    for (const labels of figures?.announcements ?? []) announcements.set(labels, 1);
    for (const [state, n] of Object.entries(figures?.subscribers ?? {})) subscribers.set({ state }, n);
    for (const [condition, n] of Object.entries(figures?.outbox ?? {})) outbox.set({ condition }, n);
    if (figures?.waiting) waiting.set({ why: figures.waiting.why }, figures.waiting.n);
    delay.set(eventLoopDelay() / 1000);
    memory.set(process.memoryUsage.rss());
    free.set((await space())?.free ?? Number.NaN);
    const status = copies();
    copied.set((status?.until ?? Number.NaN) / 1000);
    failing.set(status?.failing ? 1 : 0);
  };
}

/** People by state, suspects separately; and outbox rows that are unfinished or need attention. */
async function readFigures(query: Kysely<Tables>, route: MailRoute, now: number) {
  const subscribers = {
    pending: 0,
    confirmed: 0,
    unsubscribed: 0,
    suppressed: 0,
    undeliverable: 0,
    suspect: 0,
  };
  for (const { name, n } of await query.selectFrom('counter').selectAll().execute()) subscribers[name] = n;
  const outbox = { open: await count(query, IS_OPEN), trouble: await count(query, HAS_ISSUE) };
  const refused = await readAnyRefusal(query);
  const waiting =
    refused === null
      ? await countWaiting(query, route, now)
      : { why: 'account', n: await countDue(query, now) };
  const announcements = await query.selectFrom('announcement').select(['purpose', 'state']).execute();
  return { subscribers, outbox, waiting, announcements };
}

async function count(query: Kysely<Tables>, condition: typeof IS_OPEN): Promise<number> {
  const some = query.selectFrom('outbox').select('id').where(condition).limit(MOST_COUNTED).as('some');
  const counted = query.selectFrom(some).select(({ fn }) => fn.countAll<number>().as('n'));
  return Number((await counted.executeTakeFirst())?.n ?? 0);
}

/** Wraps the store to count its outcomes. */
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
