import { find } from '#server/list/find.ts';
import { createLink } from '#server/list/link-token.ts';
import { keyOf } from './address.ts';
import { command, Failed } from './command.ts';
import { secretsOf } from './secrets.ts';
import { withStore } from '#server/store/existing.ts';

export const links = command({
  name: 'links',
  about: 'new links for somebody who asks: to see, export or erase what is kept, and to leave',
  operands: ['ADDRESS'],
  run: async ({ operands: [operand = ''], settings, now, say }) => {
    const config = settings();
    const key = keyOf(operand);
    const kept = await withStore(config, 'read', ({ read }) => find(read, { key }));
    if (kept === null) throw new Failed('Nobody with this address is on the list.');
    const secrets = secretsOf(config);
    const { id: subscription, language } = kept;
    const linkTo = (purpose: 'me' | 'unsubscribe') =>
      createLink(secrets, config.siteUrl, { purpose, subscription, key, language, now: now() });
    say(`To see, export or erase what is kept, for 30 days:\n${linkTo('me')}`);
    say(`To leave, for two years:\n${linkTo('unsubscribe')}`);
    say('Send them to this address and to no other: who has a link has the right.');
  },
});
