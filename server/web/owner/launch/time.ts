import type { Purpose, TimeAnswer, When } from '#contract/owner/launch.ts';
import { chooseTime, suggestedWords } from '#server/launch/draft.ts';
import { UNDO_MS, WAVE } from '#server/launch/overview.ts';
import { planOf } from '#server/launch/plan.ts';
import { countAudience } from '#server/launch/recipients.ts';
import { readWallTime } from '#server/launch/wall-time.ts';
import type { Answer, Ask } from '../route.ts';
import { fieldsOf } from '../asked.ts';
import { textOf } from './asked.ts';

const YEAR = 366 * 24 * 60 * 60_000;

/** Says what an hour means, and what then happens; with `keep` it is chosen. `at` null: as soon as the owner confirms. */
export async function chooseHour({ body, parts }: Ask, purpose: Purpose): Promise<Answer> {
  const { at = null, zone, occurrence, keep = false } = fieldsOf(body);
  const wallTime = at === null ? null : textOf(at);
  const name = textOf(zone);
  if (name === null || (at !== null && wallTime === null)) return { problem: 'malformed' };
  const { write, read, build, config, now } = parts;
  const when = readWhen(wallTime, name, occurrence, now());
  if ('why' in when) return { json: when.why };
  const opensAt = when.is === 'at' ? when.opensAt : null;
  if (keep === true) {
    const suggested = suggestedWords(purpose, build.manifest.words);
    const choice = { zone: name, wallTime: when.is === 'at' ? when.at : null, opensAt };
    const done = await chooseTime(write, purpose, choice, suggested, now());
    if (!done.ok) return { problem: 'not-now' };
  }
  const plan = planOf({
    people: await countAudience(read, purpose),
    opensAt: opensAt ?? now(),
    undoMs: UNDO_MS,
    wave: WAVE,
    mostAMinute: config.mailsAMinute,
    mailsADay: config.mailsADay,
  });
  return { json: { is: keep === true ? 'kept' : 'fine', when, plan } satisfies TimeAnswer };
}

function readWhen(
  at: string | null,
  zone: string,
  occurrence: unknown,
  now: number,
): When | { why: TimeAnswer } {
  // An hour that surely exists tells whether the zone does.
  const read = readWallTime(
    { at: at?.replace('T', ' ') ?? '2026-01-15 12:00', zone },
    occurrence === 'first' || occurrence === 'second' ? occurrence : undefined,
  );
  if (!read.ok && read.why === 'doubled') return { why: { is: 'doubled', choices: read.choices } };
  if (!read.ok && read.why === 'skipped') return { why: { is: 'skipped', from: read.from, to: read.to } };
  if (!read.ok) return { why: { is: read.why } };
  if (at === null) return { is: 'now', zone };
  if (read.time <= now) return { why: { is: 'past' } };
  if (read.time > now + YEAR) return { why: { is: 'far' } };
  return { is: 'at', at: at.replace('T', ' '), zone, opensAt: read.time };
}
