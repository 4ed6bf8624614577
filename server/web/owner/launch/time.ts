import { shareOfAnnouncements } from '#server/base/mail-hosts.ts';
import * as v from 'valibot';
import type { Purpose, TimeAnswer, LaunchTime } from '#contract/owner/launch.ts';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { chooseTime, suggestedWords } from '#server/launch/draft.ts';
import { UNDO_MS, WAVE } from '#server/launch/overview.ts';
import { planOf } from '#server/launch/plan.ts';
import { countAudience } from '#server/launch/recipients.ts';
import { readWallTime } from '#server/launch/wall-time.ts';
import { type BodyOf, text } from '../body.ts';
import { type Answer, type Ask, NOT_NOW } from '../route.ts';

const YEAR = 366 * 24 * 60 * 60_000;

/** `at`: null for as soon as the owner confirms. `occurrence`: of an hour repeated when clocks go back. */
export const HOUR_BODY = v.object({
  at: v.nullish(text(200), null),
  zone: text(200),
  occurrence: v.nullish(v.picklist(['first', 'second']), null),
  keep: v.optional(v.boolean(), false),
});

/** Explains what an hour means, and what then happens; `keep` stores it. */
export async function chooseHour({ body, parts }: Ask<typeof HOUR_BODY>, purpose: Purpose): Promise<Answer> {
  const { keep, zone } = body;
  const { write, read, build, config, now } = parts;
  const when = readWhen(body, now());
  if ('why' in when) return { json: when.why };
  const opensAt = when.is === 'at' ? when.opensAt : null;
  const suggested = suggestedWords(purpose, build.manifest.words);
  const told = (await readAnnouncement(read, purpose)) ?? { purpose, words: suggested };
  if (keep) {
    const choice = { zone, wallTime: when.is === 'at' ? when.at : null, opensAt };
    const done = await chooseTime(write, purpose, choice, suggested, now());
    if (!done.ok) return NOT_NOW;
  }
  const plan = planOf({
    people: await countAudience(read, told),
    opensAt: opensAt ?? now(),
    undoMs: UNDO_MS,
    wave: WAVE,
    limits: shareOfAnnouncements(config),
  });
  return { json: { is: keep ? 'kept' : 'fine', when, plan } satisfies TimeAnswer };
}

function readWhen(
  { at, zone, occurrence }: BodyOf<typeof HOUR_BODY>,
  now: number,
): LaunchTime | { why: TimeAnswer } {
  // Whether the zone is valid shows with a valid hour.
  const wallTime = at?.replace('T', ' ') ?? '2026-01-15 12:00';
  const read = readWallTime({ at: wallTime, zone }, occurrence ?? undefined);
  if (!read.ok && read.why === 'doubled') return { why: { is: 'doubled', choices: read.choices } };
  if (!read.ok && read.why === 'skipped') return { why: { is: 'skipped', from: read.from, to: read.to } };
  if (!read.ok) return { why: { is: read.why } };
  if (at === null) return { is: 'now', zone };
  if (read.time <= now) return { why: { is: 'past' } };
  if (read.time > now + YEAR) return { why: { is: 'far' } };
  return { is: 'at', at: wallTime, zone, opensAt: read.time };
}
