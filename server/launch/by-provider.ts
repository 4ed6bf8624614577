import type { Kysely } from '#kysely';
import type { Provider, PauseReason } from '#contract/owner/launch.ts';
import { becameFile } from '#server/outbox/delivery.ts';
import type { Tables } from '#server/store/schema.ts';
import { inChunks } from '#server/store/in-chunks.ts';
import { SLOW_DOWN } from './health.ts';

const CHUNK = 2_000;
/** Providers listed by name; all others share one row. */
const NAMED = 4;

/** Counts the outcomes of mails by provider, the largest first. Reads all recipients in chunks. */
export async function countByProvider(read: Kysely<Tables>, announcement: number): Promise<Provider[]> {
  const byName = new Map<string, Provider>();
  const rows = read
    .selectFrom('announcement_recipient as r')
    .innerJoin('subscription as s', 's.id', 'r.subscription_id')
    .select(['r.subscription_id as id', 's.address', 'r.state', 'r.reply'])
    .where('r.announcement_id', '=', announcement)
    .orderBy('r.subscription_id')
    .limit(CHUNK);
  for await (const part of inChunks((after) => rows.where('r.subscription_id', '>', after).execute()))
    for (const { address, state, reply } of part) {
      if (becameFile(reply)) continue;
      const name = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
      const one = byName.get(name) ?? { name, domains: 1, sent: 0, waiting: 0, failed: 0, pace: 'normal' };
      byName.set(name, one);
      if (state === 'sent' || state === 'failed') one[state] += 1;
      if (state === 'queued' || state === 'retry') one.waiting += 1;
      if (state === 'retry' && SLOW_DOWN.test(reply ?? '')) one.pace = 'slowed';
    }
  const size = ({ sent, waiting, failed }: Provider) => sent + waiting + failed;
  const sorted = [...byName.values()].toSorted((a, b) => size(b) - size(a));
  const others = sorted.splice(NAMED);
  return others.length === 0 ? sorted : [...sorted, others.reduce(together)];
}

function together(one: Provider, other: Provider): Provider {
  return {
    name: '',
    domains: one.domains + other.domains,
    sent: one.sent + other.sent,
    waiting: one.waiting + other.waiting,
    failed: one.failed + other.failed,
    pace: one.pace === 'slowed' || other.pace === 'slowed' ? 'slowed' : 'normal',
  };
}

/** Marks the provider that has refused our mails while the announcement is paused. */
export function withRefusal(providers: readonly Provider[], reason: PauseReason | null): Provider[] {
  const isRefused = (name: string) =>
    reason?.why === 'refused' && (name === reason.provider || name.endsWith(`.${reason.provider}`));
  return providers.map((one) => (isRefused(one.name) ? { ...one, pace: 'refused' } : one));
}
