import { PREVIEW_NAME_LIMIT } from '#contract/owner/settings.ts';
import type { Config } from '#server/config.ts';
import { find } from '#server/list/find.ts';
import { createLink } from '#server/list/link-token.ts';
import { whole } from '#server/setting.ts';
import { MOST_DAYS, MOST_LINKS, makeLink } from '#server/stage/links.ts';
import { previewLink } from '#server/stage/preview.ts';
import { withStore } from '#server/store/existing.ts';
import { mayHaveKeys, secretsFile } from '#server/store/secrets/key-file.ts';
import { openSecrets, type Secrets } from '#server/store/secrets/secrets.ts';
import { keyOf } from './address.ts';
import { command, Failed } from './command.ts';

export const links = command({
  name: 'links',
  about: 'creates personal links: to view, download or erase data, and to unsubscribe',
  operands: ['ADDRESS'],
  run: async ({ operands: [operand = ''], settings, now, say }) => {
    const config = settings();
    const key = keyOf(operand);
    const kept = await withStore(config, 'read', ({ read }) => find(read, { key }));
    if (kept === null) throw new Failed('This address is not on the list.');
    const secrets = secretsOf(config);
    const { id: subscription, language } = kept;
    const linkTo = (purpose: 'me' | 'unsubscribe') =>
      createLink(secrets, config.siteUrl, { purpose, subscription, key, language, now: now() });
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
    const config = settings();
    const secrets = secretsOf(config);
    const link = await withStore(config, 'write', ({ write }) =>
      makeLink(write, { name: name.slice(0, PREVIEW_NAME_LIMIT), madeBy: null, days }, now()),
    );
    if (link === null)
      throw new Failed(
        `There are already ${MOST_LINKS} links. Revoke some in the dashboard, under Settings.`,
      );
    say(previewLink(secrets, config.siteUrl, link));
    say(
      `Valid until ${new Date(link.ends_at).toISOString().slice(0, 10)}. Anyone with this link can use it.`,
    );
  },
});

/** The server's secrets; creates none. @throws Failed */
export function secretsOf({ secretKeys, dataDir }: Config): Secrets {
  if (secretKeys === null && !mayHaveKeys(dataDir))
    throw new Failed(`${secretsFile(dataDir)} does not exist. Start the server once.`);
  return openSecrets(secretKeys, dataDir);
}
