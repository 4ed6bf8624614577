import { setTimeout as wait } from 'node:timers/promises';
import type { PreviewMade } from '#contract/owner/preview.ts';
import type { Add } from './figures.ts';
import { type Owner, signIn } from './owner.ts';
import { childrenOf, residentMegabytes, type Running } from './processes.ts';

/** Each is edited by an owner. */
const PAGES = ['home', 'services', 'products', 'about', 'contact'] as const;
/** An owner has stopped typing. */
const PAUSE_MS = 1_000;

/** Owners edit at once, then one alone. The server is idle and has drawn no preview. */
export async function measureEditing(
  server: Running,
  dataDir: string,
  rounds: number,
  add: Add,
): Promise<void> {
  const before = residentMegabytes(server.pid);
  const owners: { owner: Owner; page: (typeof PAGES)[number] }[] = [];
  for (const page of PAGES) owners.push({ owner: await signIn(server, dataDir), page });
  const draw = ({ owner, page }: (typeof owners)[number], title: string) =>
    owner<PreviewMade>('/site/preview', {
      page,
      state: 'idle',
      language: 'en',
      over: { [`text.${page}.title.en`]: title },
    });
  for (let round = 1; round <= rounds; round += 1)
    await Promise.all(owners.map((one) => draw(one, `Round ${round}`)));
  const now = [server.pid, ...childrenOf(server.pid)].map(residentMegabytes);
  const more = now.reduce((sum, one) => sum + one, -before);
  add(`memory while ${PAGES.length} edit`, 'MiB more', [more], { atMost: 250 });
  const alone = { owner: await signIn(server, dataDir), page: PAGES[0] };
  const times: number[] = [];
  for (let round = 1; round <= rounds; round += 1)
    times.push(await timed(() => draw(alone, `Alone ${round}`)));
  add('a preview after a pause', 'ms', times, { atMost: 300 });
}

/** Milliseconds of a preview that an owner pauses for. */
async function timed(draw: () => Promise<unknown>): Promise<number> {
  await wait(PAUSE_MS);
  const begun = performance.now();
  await draw();
  return performance.now() - begun;
}
