import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig, siteSettings } from '#server/config.ts';
import { replaceDraft } from '#server/content/draft.ts';
import { publishDraft } from '#server/publish/publish.ts';
import { withStore } from '#server/store/existing.ts';
import { inFolder } from './cleanup.ts';
import { newFigures, type Figures } from './figures.ts';
import { slices, SUBSCRIBERS_A_SECOND } from './gathering.ts';
import { compileModules, REAL, residentMegabytes, startServer, type Running } from './processes.ts';
import { firstAt, isGood, type Visited } from './visitors.ts';

export const PUBLISH_SIZES = { quick: { rounds: 2 }, short: { rounds: 10 }, long: { rounds: 30 } } as const;

const WARM_SECONDS = 5;
const ALONE_SECONDS = 10;
const LOOK_MS = 20;
/** Until memory that a publication needed is given back. */
const REST_MS = 5_000;

/** Publishes a changed word again and again while others subscribe; SQLite. */
export async function measurePublish(
  { rounds }: (typeof PUBLISH_SIZES)[keyof typeof PUBLISH_SIZES],
  say: (line: string) => void,
): Promise<Figures> {
  await compileModules();
  const { add, ...found } = newFigures();
  found.notes.push(`${SUBSCRIBERS_A_SECOND} subscribe in a second; the publisher runs on the same machine`);
  await inFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const server = await startServer(REAL, null, dataDir);
    await publish(server, dataDir, 'Warm');
    await slices(server, WARM_SECONDS);
    const before = residentMegabytes(server.pid);
    const alone = await slices(server, ALONE_SECONDS);
    const shown: number[] = [];
    const meanwhile: Visited[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      say(`publish: ${round} of ${rounds}`);
      const published = publish(server, dataDir, `Round ${round}`);
      const ended = { at: Infinity };
      void published.finally(() => (ended.at = performance.now()));
      while (ended.at === Infinity) meanwhile.push(...(await slices(server, 1)));
      shown.push((await published) / 1_000);
    }
    const bad = [...alone, ...meanwhile].filter((one) => !isGood(one)).length;
    if (bad > 0) throw new Error(`${bad} could not subscribe`);
    await wait(REST_MS);
    add('a changed word is published and answered', 's', shown, { atMost: 3 });
    add('subscribe p99 meanwhile ÷ alone', '', [firstAt(meanwhile, 0.99) / firstAt(alone, 0.99)], {
      atMost: 2,
    });
    add(`memory after ${rounds} publications`, 'MiB more', [residentMegabytes(server.pid) - before], {
      atMost: 2,
    });
    await server.stop();
  });
  return { ...found };
}

/** Like the command, which runs beside the server. Milliseconds until a visitor sees the title. */
function publish({ address }: Running, dataDir: string, title: string): Promise<number> {
  const settings = siteSettings(readConfig({}));
  return withStore({ dataDir, databaseUrl: null }, 'write', async ({ read, write }) => {
    const begun = performance.now();
    await replaceDraft(write, { 'text.page.soon.title.en': title }, {}, null, Date.now());
    const published = await publishDraft({ read, write, dataDir, settings, now: Date.now }, null);
    if (published.is !== 'published') throw new Error(`it was not published: ${published.is}`);
    while (!(await (await fetch(`${address}/soon`)).text()).includes(`>${title}<`)) await wait(LOOK_MS);
    return performance.now() - begun;
  });
}
