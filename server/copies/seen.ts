import type { SeenCopies, SeenCopy } from '#contract/owner/server-settings.ts';
import { foldersByStore, keptCopies } from './kept.ts';
import { OLDER_STORE } from './name.ts';
import type { Target } from './target.ts';

/** Copies of a list, and other lists, that are looked into: each is a request or more. */
const MOST = 40;

/** What an owner is shown of a target. Only the objects of what is shown are listed. */
export async function seenIn(target: Target, store: string): Promise<Omit<SeenCopies, 'at'>> {
  const folders = await foldersByStore(target);
  const own = [store, OLDER_STORE].flatMap((name) => folders.get(name) ?? []);
  const copies: SeenCopy[] = [];
  for (const folder of own.slice(0, MOST)) copies.push(...(await seenOf(target, folder)));
  const others: SeenCopies['others'] = [];
  for (const [other, all] of [...folders].slice(0, MOST)) {
    if (other === store || other === OLDER_STORE) continue;
    const [copy] = await keptCopies(target, all[0]);
    const last = copy?.objects.at(-1);
    if (last) others.push({ store: other, copies: all.length, until: last.at });
  }
  return { copies, older: Math.max(0, own.length - MOST), others };
}

/** Empty: it was deleted meanwhile. */
async function seenOf(target: Target, folder: string): Promise<SeenCopy[]> {
  return (await keptCopies(target, folder)).map(({ base, objects, whole }) => ({
    name: base,
    from: objects[0]?.at ?? 0,
    until: whole.at(-1)?.at ?? null,
    lacks: whole.length < objects.length,
    bytes: objects.reduce((sum, { bytes }) => sum + bytes, 0),
  }));
}
