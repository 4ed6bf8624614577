import { PREVIEW_NAME_LIMIT } from '#contract/owner/settings.ts';
import { find } from '#server/list/find.ts';
import { createLink } from '#server/list/link-token.ts';
import { whole } from '#server/setting.ts';
import { MOST_DAYS, MOST_LINKS, makeLink } from '#server/stage/links.ts';
import { previewLink } from '#server/stage/preview.ts';
import { secretsOf } from '#server/store/secrets/secrets.ts';
import { keyOf } from './address.ts';
import { command, Failed } from './command.ts';
import { withSettings } from './present.ts';

export const links = command({
  name: 'links',
  about: 'creates personal links: to view, download or erase data, and to unsubscribe',
  operands: ['ADDRESS'],
  run: async ({ operands: [operand = ''], settings, now, say }) => {
    const key = keyOf(operand);
    const fixed = settings();
    const linkTo = await withSettings(fixed, 'read', async ({ read }, { siteUrl }) => {
      const kept = await find(read, { key });
      if (kept === null) throw new Failed('This address is not on the list.');
      const { id: subscription, language } = kept;
      const secrets = secretsOf(fixed);
      return (purpose: 'me' | 'unsubscribe') =>
        createLink(secrets, siteUrl, { purpose, subscription, key, language, now: now() });
    });
    say(`To view, download or erase data, valid for 30 days:\n${linkTo('me')}`);
    say(`To unsubscribe, valid for two years:\n${linkTo('unsubscribe')}`);
    say('Send them to this address only: anyone with a link can use it.');
  },
});

export const preview = command({
  name: 'preview',
  about: 'creates a preview link to the site, valid for 7 days or the number given (at most 90)',
  options: { days: ['N', whole(1, MOST_DAYS)], name: 'NAME' },
  run: async ({ values: { days = 7, name = '' }, settings, now, say }) => {
    const fixed = settings();
    const secrets = secretsOf(fixed);
    const { link, siteUrl } = await withSettings(fixed, 'write', async ({ write }, config) => {
      const wish = { name: name.slice(0, PREVIEW_NAME_LIMIT), madeBy: null, days };
      return { link: await makeLink(write, wish, now()), siteUrl: config.siteUrl };
    });
    if (link === null)
      throw new Failed(
        `There are already ${MOST_LINKS} links. Revoke some in the dashboard, under Settings.`,
      );
    say(previewLink(secrets, siteUrl, link));
    say(
      `Valid until ${new Date(link.ends_at).toISOString().slice(0, 10)}. Anyone with this link can use it.`,
    );
  },
});
