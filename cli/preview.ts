import { previewLink } from '#server/stage/preview.ts';
import { command, wholeNumber } from './command.ts';
import { secretsOf } from './secrets.ts';

const DAY = 24 * 60 * 60 * 1000;
const MOST_DAYS = 90;

export const preview = command({
  name: 'preview',
  about: 'a link that shows the site before it is open, for 7 days or as many as you say (at most 90)',
  options: { days: 'N' },
  run: async ({ values, settings, now, say }) => {
    const days = wholeNumber('--days', values.days, { standard: 7, most: MOST_DAYS });
    const config = settings();
    const expiresAt = now() + days * DAY;
    say(previewLink(secretsOf(config), config.siteUrl, expiresAt));
    say(`Good until ${new Date(expiresAt).toISOString().slice(0, 10)}, for whoever has it.`);
  },
});
