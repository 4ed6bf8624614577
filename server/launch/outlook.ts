import type { Kysely } from '#kysely';
import type { Outlook, Sums } from '#contract/owner/launch.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Announcement } from './announcement.ts';
import { countStarted, readWave } from './ledger.ts';
import { roomFor, type Standing } from './pace.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How it will go on by itself, as far as nobody asks to slow down. */
export async function readOutlook(
  read: Kysely<Tables>,
  announcement: Announcement,
  { waiting }: Sums,
  { mailsADay, now }: { mailsADay: number; now: number },
): Promise<Outlook> {
  const { id, wave, most_a_minute: mostAMinute, pace, pace_at: paceFrom } = announcement;
  const waveEnded = wave === 0 ? null : (await readWave(read, id, wave)).ended;
  const standing = { wave, mostAMinute, waveEnded, pace, paceFrom, now };
  const room = roomFor(standing);
  if (room.aMinute === 0 && 'until' in room) return { is: 'looking', n: wave, until: room.until };
  const left = Math.max(0, mailsADay - (await countStarted(read, now - DAY)));
  const goesOnAt = ((await firstStart(read, now - DAY)) ?? now) + DAY;
  if (left === 0) return { is: 'enough', goesOnAt };
  const until = now + timeFor(standing, Math.min(left, waiting));
  if (waiting <= left) return { is: 'going', aMinute: room.aMinute, lastAt: until };
  const days = Math.ceil((waiting - left) / mailsADay);
  const rest = waiting - left - (days - 1) * mailsADay;
  const lastAt = goesOnAt + (days - 1) * DAY + (rest / mostAMinute) * MINUTE;
  return { is: 'share', aMinute: room.aMinute, until, goesOnAt, lastAt };
}

/** Milliseconds in which so many are started. A day has room for no more minutes. */
function timeFor(standing: Standing, mails: number): number {
  let ms = 0;
  for (let left = mails; left > 0 && ms < DAY; ms += MINUTE) {
    const { aMinute } = roomFor({ ...standing, now: standing.now + ms });
    if (left < aMinute) return ms + (left / aMinute) * MINUTE;
    left -= aMinute;
  }
  return ms;
}

async function firstStart(read: Kysely<Tables>, from: number): Promise<number | null> {
  const { at } = await read
    .selectFrom('announcement_recipient')
    .select((row) => row.fn.min('started_at').as('at'))
    .where('announcement_id', 'in', (all) => all.selectFrom('announcement').select('id'))
    .where('started_at', '>', from)
    .executeTakeFirstOrThrow();
  return at === null ? null : Number(at);
}
