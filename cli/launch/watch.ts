import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { countRecipients } from '#server/launch/recipients.ts';
import type { Purpose } from '#server/launch/states.ts';
import type { Store } from '#server/store/existing.ts';
import { hasMoved, lineOf, type Look } from './progress.ts';

const EACH_MS = 1_000;

/** `isTTY`: redraws the line; otherwise prints a new line for each change. */
type Screen = { isTTY?: boolean; write(text: string): unknown };

/** Shows the progress until there is nothing to wait for, or until `signal`; the server continues. */
export async function watch(
  purpose: Purpose,
  { read }: Pick<Store, 'read'>,
  screen: Screen,
  { now, signal, each = EACH_MS }: { now: () => number; signal: AbortSignal; each?: number },
): Promise<void> {
  let first: Look | null = null;
  let last: Look | null = null;
  let movedAt = 0;
  let shown = '';
  while (!signal.aborted) {
    const look = await lookAt(purpose, read, now());
    if (look === null) break;
    if (last === null || hasMoved(last, look)) movedAt = look.at;
    if (first?.state !== look.state) first = look;
    last = look;
    const line = lineOf(look, first, movedAt);
    if (line !== shown) screen.write(screen.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    shown = line;
    await wait(each, undefined, { signal }).catch(() => {});
  }
  if (screen.isTTY && shown !== '') screen.write('\n');
  if (signal.aborted) screen.write('The server continues. To watch again: status --watch\n');
}

/** Returns null if nothing is under way. */
async function lookAt(purpose: Purpose, read: Store['read'], at: number): Promise<Look | null> {
  const found = await readAnnouncement(read, purpose);
  if (found === null || (found.state !== 'undo' && found.state !== 'sending')) return null;
  return { ...found, at, sums: await countRecipients(read, found.id) };
}

/** Ctrl-C stops watching, not sending. */
export async function watchUntilInterrupted(
  purpose: Purpose,
  store: Pick<Store, 'read'>,
  now: () => number,
): Promise<void> {
  const interrupted = new AbortController();
  const ended = new AbortController();
  void once(process, 'SIGINT', { signal: ended.signal }).then(
    () => interrupted.abort(),
    () => {},
  );
  await watch(purpose, store, process.stdout, { now, signal: interrupted.signal });
  ended.abort();
}
