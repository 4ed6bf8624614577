import { forecast } from '#server/retention.ts';
import { readManifest } from '#server/build.ts';
import { command } from './command.ts';
import { shownDist } from '#server/publish/renderings.ts';
import { withStore } from '#server/store/existing.ts';

const NOT_OPEN =
  'The site is not live yet, so nothing is due. A server records the launch within an hour, a new server within a day.';

export const retention = command({
  name: 'retention',
  about: 'shows how many addresses and messages are due for deletion, and when; changes nothing',
  options: { 'dry-run': 'flag', dist: 'FOLDER' },
  run: async ({ values, settings, now, say }) => {
    const config = settings();
    const months = readManifest(values.dist ?? shownDist(config.dataDir)).retentionMonths;
    const next = await withStore(config, 'read', ({ read }) => forecast(read, months, now()));
    if (next === null) return say(NOT_OPEN);
    const { opened, end, before, people, messages } = next;
    const when =
      now() < end ? `will be deleted on ${dayOf(end)}` : 'are due and will be deleted within the hour';
    say(`The site went live on ${dayOf(opened)}; the privacy notice promises ${months} months.`);
    say(`${people} addresses and ${messages} messages from before ${dayOf(before)} ${when}.`);
    say(
      'All others are deleted when their own time is up. The server does so automatically; nothing was changed now.',
    );
  },
});

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
