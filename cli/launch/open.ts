import { shareOfAnnouncements } from '#server/mail-hosts.ts';
import type { Config } from '#server/config.ts';
import { shownDist } from '#server/publish/renderings.ts';
import { open, type Order, schedule } from '#server/launch/announcement.ts';
import type { Approval } from '#server/launch/approval.ts';
import { draftFor } from '#server/launch/draft.ts';
import { storeIdOf } from '#server/launch/store-id.ts';
import { PURPOSES } from '#server/launch/purposes.ts';
import { countAudience } from '#server/launch/recipients.ts';
import type { Purpose } from '#server/launch/states.ts';
import { readWallTime, sayTime } from '#server/launch/wall-time.ts';
import { type CliContext, Failed, Misused, type Options, type Values } from '../command.ts';
import { withSettings } from '../present.ts';
import { whole } from '#server/setting.ts';
import { agree } from './agree.ts';
import { checkBeforeOpening, WHERE } from './check.ts';
import { NOT_OPENED, showStatus, whyNot } from './status.ts';
import { watchUntilInterrupted } from './watch.ts';
import { booksOut, refuseBookNotOut, suggested } from './words.ts';

const MINUTE = 60_000;
const UNDO_MINUTES = 10;
const WAVE = 50;

/** 0: no undo period, no first wave. */
export const OPEN_OPTIONS = {
  at: 'TIME',
  zone: 'ZONE',
  undo: ['MINUTES', whole(0, 24 * 60)],
  wave: ['N', whole(0, 10_000)],
  pace: ['N', whole(1, 100_000)],
  ...WHERE,
  yes: 'flag',
  watch: 'flag',
} as const satisfies Options;
type Chosen = Values<typeof OPEN_OPTIONS>;

export async function openNow(purpose: Purpose, values: Chosen, given: CliContext): Promise<void> {
  const { settings, say, now } = given;
  const fixed = settings();
  const dist = values.dist ?? shownDist(fixed.dataDir);
  refuseBookNotOut(purpose, dist);
  const opensAt = readHour(values, now());
  const watched = opensAt === null && (values.watch || (!values.yes && process.stdout.isTTY));
  await withSettings(fixed, 'write', async (store, config) => {
    const order = readOrder(values, config, now());
    const { read, write } = store;
    const seen = await checkBeforeOpening(purpose, store, config, { dist, dns: values.dns }, given);
    if (seen.check.problems > 0) throw new Failed(NOT_OPENED.problems);
    const people = await countAudience(read, purpose);
    say(promise(purpose, people, order, opensAt, config));
    await agree('Continue?', values.yes, given);
    await draftFor(write, purpose, suggested(purpose, dist), now());
    const approval: Approval = { ...seen, people, books: booksOut(dist) };
    const { dataDir, mailRoute } = config;
    const complete: Order = { ...order, mailRoute, storeId: await storeIdOf(store, dataDir), now: now() };
    const done =
      opensAt === null
        ? await open(write, purpose, complete, approval)
        : await schedule(write, purpose, opensAt, complete, approval);
    if (!done.ok) throw new Failed(whyNot(done));
    say(
      opensAt === null
        ? `Done. The server is sending, and you can close this window.${order.undoMs > 0 ? ` To undo: ${PURPOSES[purpose].command('undo')}` : ''}`
        : `Scheduled. To cancel: ${PURPOSES[purpose].command('undo')}`,
    );
    if (watched) await watchUntilInterrupted(purpose, store, now);
  });
  if (watched) await showStatus(purpose, { json: false, watch: false }, given);
}

function readOrder(
  values: Chosen,
  { mailsAMinute }: Config,
  now: number,
): Omit<Order, 'storeId' | 'mailRoute'> {
  const { undo = UNDO_MINUTES, wave = WAVE, pace = mailsAMinute } = values;
  return { by: 'command line', undoMs: undo * MINUTE, wave, maxPerMinute: pace, now };
}

/** @throws Misused */
function readHour({ at, zone = Intl.DateTimeFormat().resolvedOptions().timeZone }: Chosen, now: number) {
  if (at === undefined) return null;
  const [, wallTime = at, , occurrence] = /^(.*?)( (first|second))?$/.exec(at) ?? [];
  const time = readWallTime({ at: wallTime, zone }, occurrence as 'first' | 'second' | undefined);
  if (time.ok && time.time <= now) throw new Misused(`${sayTime(time.time, zone)} has passed.`);
  if (time.ok) return { opensAt: time.time, wallTime, zone };
  switch (time.why) {
    case 'zone':
      throw new Misused(`Unknown time zone ${zone}. Use a name such as Europe/Lisbon.`);
    case 'skipped':
      throw new Misused(`${at} does not exist in ${zone}: clocks go forward then. Choose another time.`);
    case 'doubled':
      throw new Misused(
        `${at} occurs twice in ${zone}: ${time.choices.map((one) => sayTime(one, zone)).join(' and ')}. Use --at "${at} first" or --at "${at} second".`,
      );
    case 'unreadable':
      throw new Misused('--at needs a date and a time, e.g. --at "2026-12-01 09:00".');
  }
}

function promise(
  purpose: Purpose,
  people: number,
  { undoMs, wave, maxPerMinute }: Omit<Order, 'storeId' | 'mailRoute'>,
  hour: ReturnType<typeof readHour>,
  config: Config,
): string {
  const { opensSite } = PURPOSES[purpose];
  const minutes = undoMs / MINUTE;
  const { mailsAMinute, mailsADay } = shareOfAnnouncements(config);
  const pace = sayPace(Math.min(maxPerMinute, mailsAMinute));
  const days = Math.ceil(people / mailsADay);
  return [
    hour === null
      ? `Now: ${opensSite ? 'the site goes live' : 'the announcement is scheduled'}.`
      : `${sayTime(hour.opensAt, hour.zone)}: ${opensSite ? 'the site goes live' : 'the announcement starts'}.`,
    minutes === 0
      ? 'This can’t be undone.'
      : `You can undo for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}. No emails are sent until then.`,
    people === 1
      ? 'Then 1 recipient gets one email, in their language.'
      : `Then ${people} recipients get one email each, in their language.`,
    wave === 0 || people <= wave
      ? `At most ${pace}.`
      : `The first ${wave} go out first; 10 minutes later the others, at most ${pace}.`,
    ...(days > 1 ? [`This takes ${days} days: at most ${mailsADay} emails a day (MAILS_PER_DAY).`] : []),
  ].join('\n');
}

/** `n`: emails a minute. Few are told by the hour. */
function sayPace(n: number): string {
  return n < 10 ? `${Math.round(60 * n)} emails an hour` : `${Math.floor(n)} emails a minute`;
}
