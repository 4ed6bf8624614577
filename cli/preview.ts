import { previewLink } from '#server/stage/preview.ts';
import { whole } from '#server/setting.ts';
import { command } from './command.ts';
import { secretsOf } from './secrets.ts';

const DAY = 24 * 60 * 60 * 1000;

export const preview = command({
  name: 'preview',
  about: 'a link that shows the site before it is open, for 7 days or as many as you say (at most 90)',
  options: { days: ['N', whole(1, 90)] },
  run: async ({ values: { days = 7 }, settings, now, say }) => {
    const config = settings();
    const expiresAt = now() + days * DAY;
    say(previewLink(secretsOf(config), config.siteUrl, expiresAt));
    say(`Good until ${new Date(expiresAt).toISOString().slice(0, 10)}, for whoever has it.`);
  },
});
