import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Published, Saved, SiteDraft } from '#contract/owner/site.ts';
import { inFolder } from './cleanup.ts';
import { measureEditing } from './editing.ts';
import { newFigures, type Figures } from './figures.ts';
import { slices, SUBSCRIBERS_A_SECOND, subscribersDuring } from './gathering.ts';
import { type Owner, signIn } from './owner.ts';
import { REAL, residentMegabytes, startServer, type Running } from './processes.ts';
import { firstAt, type Visited } from './visitors.ts';

export const PUBLISH_SIZES = { quick: { rounds: 2 }, short: { rounds: 10 }, long: { rounds: 30 } } as const;

const WARM_SECONDS = 5;
const ALONE_SECONDS = 10;
const LOOK_MS = 20;
const TITLE = 'text.page.soon.title.en';
const ACCENT = 'brand.accent';
/** What an owner does between choosing an accent and publishing it: meanwhile its bobs are drawn. */
const LOOKED_MS = 8_000;
/** Until memory that a publication needed is given back: longer than `CALM_MS` of server/base/memory.ts. */
const REST_MS = 25_000;

/**
 * Publishes a changed word again and again while others subscribe; SQLite. Collector and publisher
 * are processes of their own: what publishing takes delays no clock here.
 */
export async function measurePublish(
  { rounds }: (typeof PUBLISH_SIZES)[keyof typeof PUBLISH_SIZES],
  say: (line: string) => void,
): Promise<Figures> {
  const { add, ...found } = newFigures();
  found.notes.push(
    `${SUBSCRIBERS_A_SECOND} subscribe in a second; all runs on the same machine`,
    'the time begins with the press of an owner in the dashboard',
  );
  await inFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const server = await startServer(REAL, null, dataDir);
    const owner = await signIn(server, dataDir);
    say('publish: owners edit');
    await measureEditing(server, dataDir, rounds, add);
    await write(owner, TITLE, 'Warm');
    await publish(owner, server, 'Warm');
    await slices(server, WARM_SECONDS);
    const before = residentMegabytes(server.pid);
    const alone = await slices(server, ALONE_SECONDS);
    const seconds: number[] = [];
    const meanwhile: Visited[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      say(`publish: ${round} of ${rounds}`);
      const title = `Round ${round}`;
      await write(owner, TITLE, title);
      const pressed = performance.now();
      const shown = publish(owner, server, title).then(
        () => void seconds.push((performance.now() - pressed) / 1_000),
      );
      meanwhile.push(...(await subscribersDuring(server, shown)));
    }
    await wait(REST_MS);
    const [aloneMs, meanwhileMs] = [firstAt(alone, 0.99), firstAt(meanwhile, 0.99)];
    add('a changed word is published and answered', 's', seconds, { atMost: 3 });
    add('subscribe alone, p99', 'ms', [aloneMs]);
    add('subscribe while it publishes, p99 / alone', '', [meanwhileMs / aloneMs], { atMost: 2 });
    add(`memory after ${rounds} publications`, 'MiB more', [residentMegabytes(server.pid) - before], {
      atMost: 2,
    });
    const painted: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      say(`publish: accent ${round} of ${rounds}`);
      const title = `Accent ${round}`;
      await write(owner, ACCENT, `#${(0x204060 + round).toString(16)}`);
      await write(owner, TITLE, title);
      await wait(LOOKED_MS);
      const pressed = performance.now();
      await publish(owner, server, title);
      painted.push((performance.now() - pressed) / 1_000);
    }
    add('a changed word and accent are published and answered', 's', painted, { atMost: 3 });
    await server.stop();
  });
  return { ...found };
}

/** What an owner has written before the press. */
async function write(owner: Owner, field: string, value: string): Promise<void> {
  const { draft } = await owner<SiteDraft>('/site/draft');
  const revision = draft.find((one) => one.field === field)?.revision ?? 0;
  await owner<Saved>('/site/save', { field, revision, value });
}

/** Until a visitor gets the title. */
async function publish(owner: Owner, { address }: Running, title: string): Promise<void> {
  const { live, draft } = await owner<SiteDraft>('/site/draft');
  const seen = Math.max(...draft.map(({ revision }) => revision));
  const published = await owner<Published>('/site/publish', { live: live.number, draft: seen });
  if (published.is !== 'published') throw new Error(JSON.stringify(published));
  while (!(await (await fetch(`${address}/soon`)).text()).includes(`>${title}<`)) await wait(LOOK_MS);
}
