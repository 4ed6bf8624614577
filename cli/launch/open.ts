import { amount } from '#server/base/amount.ts';
import { shareOfAnnouncements } from '#server/base/mail-hosts.ts';
import type { Config } from '#server/base/config.ts';
import { shownDist } from '#server/publish/renderings.ts';
import { open, type SendingOptions } from '#server/launch/announcement.ts';
import type { Approval } from '#server/launch/approval.ts';
import { draftFor } from '#server/launch/draft.ts';
import { UNDO_MS, WAVE } from '#server/launch/overview.ts';
import { BY_COMMAND } from '#contract/owner/audit-log.ts';
import { MINUTE } from '#contract/time.ts';
import { sendingServerOf } from '#server/launch/sending-server.ts';
import { readManifest } from '#server/base/build.ts';
import { countAudience } from '#server/launch/recipients.ts';
import { type CliContext, Failed, type Options, type OptionValues } from '../command.ts';
import { withSettings } from '../present.ts';
import { integer } from '#server/base/setting.ts';
import { checkBeforeOpening, suggestedLaunch, WHERE } from './check.ts';
import { NOT_OPENED, whyNot } from './status.ts';

/** 0: no undo period, no first wave. */
export const OPEN_OPTIONS = {
  undo: ['MINUTES', integer(0, 24 * 60)],
  wave: ['N', integer(0, 10_000)],
  ...WHERE,
  yes: 'flag',
} as const satisfies Options;
type Chosen = OptionValues<typeof OPEN_OPTIONS>;

/** `agree` asks, and throws if the answer is no. */
export async function openWithQuestion(
  values: Chosen,
  given: CliContext,
  agree: (question: string) => Promise<void>,
): Promise<void> {
  const { settings, say, now } = given;
  const fixed = settings();
  const dist = values.dist ?? shownDist(fixed.dataDir);
  const { wave = WAVE, undo = UNDO_MS / MINUTE } = values;
  const undoMs = undo * MINUTE;
  await withSettings(fixed, 'write', async (store, config) => {
    const { read, write } = store;
    const seen = await checkBeforeOpening(store, config, { dist, dns: values.dns }, given);
    if (seen.check.problems > 0) throw new Failed(NOT_OPENED.problems);
    const people = await countAudience(read, { purpose: 'launch', words: seen.words });
    say(promise(people, { undoMs, wave }, config));
    await agree('Continue?');
    await write.transaction().execute((trx) => draftFor(trx, 'launch', suggestedLaunch(dist), now()));
    const books = readManifest(dist).books.map(({ book }) => book);
    const approval: Approval = { ...seen, people, books };
    const server = await sendingServerOf(store, config, now());
    const order = { by: BY_COMMAND, undoMs, wave, maxPerMinute: config.mailsAMinute, ...server };
    const done = await open(write, 'launch', order, approval);
    if (!done.ok) throw new Failed(whyNot(done));
    say(
      `Done. The server is sending, and you can close this window.${undoMs > 0 ? ' To undo: launch undo' : ''}`,
    );
  });
}

function promise(
  people: number,
  { undoMs, wave }: Pick<SendingOptions, 'undoMs' | 'wave'>,
  config: Config,
): string {
  const minutes = undoMs / MINUTE;
  const { mailsAMinute, mailsADay } = shareOfAnnouncements(config);
  const days = Math.ceil(people / mailsADay);
  const pace =
    mailsAMinute < 10
      ? `${amount(Math.round(60 * mailsAMinute), 'email')} an hour`
      : `${amount(Math.floor(mailsAMinute), 'email')} a minute`;
  return [
    'Now: the site goes live.',
    minutes === 0
      ? 'This can’t be undone.'
      : `You can undo for ${amount(minutes, 'minute')}. No emails are sent until then.`,
    people === 1
      ? 'Then 1 recipient gets one email, in their language.'
      : `Then ${people} recipients get one email each, in their language.`,
    wave === 0 || people <= wave
      ? `At most ${pace}.`
      : `The first ${wave} go out first; 10 minutes later the others, at most ${pace}.`,
    ...(days > 1
      ? [`This takes ${days} days: at most ${amount(mailsADay, 'email')} a day (MAILS_PER_DAY).`]
      : []),
  ].join('\n');
}
