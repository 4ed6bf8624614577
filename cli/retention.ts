import { forecast } from '#server/retention.ts';
import { readManifest } from '#server/build.ts';
import { command } from './command.ts';
import { DIST } from '#server/doctor/build.ts';
import { withStore } from '#server/store/existing.ts';

const NOT_OPEN =
  'The site has not opened, so no time runs yet. A server notes the opening within an hour, a new one within a day.';

export const retention = command({
  name: 'retention',
  about: 'shows how many addresses and messages are due for deletion, and when; changes nothing',
  options: { 'dry-run': 'flag', dist: 'FOLDER' },
  run: async ({ values, settings, now, say }) => {
    const months = readManifest(values.dist ?? DIST).retentionMonths;
    const next = await withStore(settings(), 'read', ({ read }) => forecast(read, months, now()));
    if (next === null) return say(NOT_OPEN);
    const { opened, end, before, people, messages } = next;
    const when = now() < end ? `go on ${dayOf(end)}` : 'are over and go within the hour';
    say(`The site opened on ${dayOf(opened)}, and the privacy notice promises ${months} months.`);
    say(`${people} addresses and ${messages} messages from before ${dayOf(before)} ${when}.`);
    say('All others go when their own time is over. The server does it by itself; nothing was changed now.');
  },
});

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
