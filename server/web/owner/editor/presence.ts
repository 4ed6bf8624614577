import type { HerePosted, Presence } from '#contract/owner/site.ts';

/** Milliseconds after which somebody who says nothing is gone. */
const GONE_MS = 20_000;

export type PresenceList = {
  seen(owner: { id: number; name: string }, at: HerePosted): void;
  /** All but this owner. */
  others(owner: number): Presence[];
};

/** Who edits the site, in the memory of this process; as many as there are owners at most. */
export function createPresence(now: () => number): PresenceList {
  const here = new Map<number, Presence & { until: number }>();
  function leave(): void {
    for (const [id, { until }] of here) if (until <= now()) here.delete(id);
  }
  return {
    seen({ id, name }, { page, field }) {
      leave();
      if (page === null) here.delete(id);
      else here.set(id, { name, page, field, until: now() + GONE_MS });
    },
    others(owner) {
      leave();
      return [...here].flatMap(([id, { name, page, field }]) =>
        id === owner ? [] : [{ name, page, field }],
      );
    },
  };
}
