import type { Kysely } from '#kysely';
import type { Outlook, Sums } from '#contract/owner/launch.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import type { MailLimits } from '#server/base/mail-hosts.ts';
import type { Tables } from '#server/store/schema.ts';
import { readAllowance } from './allowance.ts';
import type { Announcement } from './rows.ts';
import { readWave } from './ledger.ts';
import { LOOK_MS, roomFor, type Standing } from './warm-up.ts';

/** Estimates how sending will go on if nobody asks to slow down. */
export async function readOutlook(
  read: Kysely<Tables>,
  announcement: Announcement,
  { waiting }: Sums,
  { limits, now }: { limits: MailLimits; now: number },
): Promise<Outlook> {
  const { id, wave, max_per_minute: asked, pace, pace_at: paceFrom } = announcement;
  const { mailsADay } = limits;
  const maxPerMinute = Math.min(asked, limits.mailsAMinute);
  const sent = wave === 0 ? null : await readWave(read, id, wave);
  const standing = { wave, maxPerMinute, waveEnded: sent?.ended ?? null, pace, paceFrom, now };
  const ofWave = wave - (sent?.startedSoFar ?? 0);
  const room = roomFor(standing);
  if (room.aMinute === 0 && 'until' in room) return { is: 'looking', n: wave, until: room.until };
  const { ofDay: left } = await readAllowance(read, limits, now);
  const goesOnAt = ((await firstStart(read, now - DAY)) ?? now) + DAY;
  if (left === 0) return { is: 'enough', goesOnAt };
  const until = now + timeFor(standing, Math.min(left, waiting), ofWave);
  if (waiting <= left) return { is: 'going', aMinute: room.aMinute, lastAt: until };
  const days = Math.ceil((waiting - left) / mailsADay);
  const rest = waiting - left - (days - 1) * mailsADay;
  const lastAt = goesOnAt + (days - 1) * DAY + (rest / maxPerMinute) * MINUTE;
  return { is: 'share', aMinute: room.aMinute, until, goesOnAt, lastAt };
}

/** Returns the milliseconds until this many mails are started. `ofWave`: those of the first wave. */
function timeFor(standing: Standing, mails: number, ofWave: number): number {
  const { now, waveEnded } = standing;
  if (waveEnded === null && ofWave > 0 && mails > ofWave) {
    const ended = now + (ofWave / roomFor(standing).aMinute) * MINUTE;
    const looked = ended + LOOK_MS;
    return looked - now + timeFor({ ...standing, waveEnded: ended, now: looked }, mails - ofWave, 0);
  }
  let ms = 0;
  for (let left = mails; left > 0 && ms < DAY; ms += MINUTE) {
    const { aMinute } = roomFor({ ...standing, now: now + ms });
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
