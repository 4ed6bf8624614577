import type { SubscriptionState } from '#contract/pages.ts';
import { release } from '#server/list/release.ts';
import { keyOf } from '../address.ts';
import { command, Failed } from '../command.ts';
import { withStore } from '../store.ts';

const REFUSED = {
  unknown: 'Nobody with this address is on the list.',
  'not-held': 'This address is not held back.',
};

const SAID: Record<SubscriptionState, string> = {
  pending: 'Released. The confirmation mail is on its way.',
  confirmed: 'Released and confirmed.',
  unsubscribed: 'Released. The address is unsubscribed.',
  suppressed: 'Released. The address is suppressed.',
};

export const subscribersRelease = command({
  name: 'subscribers release',
  about: 'lets somebody in who was held back as a suspected bot',
  operands: ['ADDRESS'],
  run: async ({ operands: [operand = ''], settings, now, say }) => {
    const config = settings();
    const key = keyOf(operand);
    await withStore(config, 'write', async ({ write }) => {
      const follow = { doubleOptIn: config.doubleOptIn, forward: config.forward !== null };
      const released = await release(write, key, follow, now());
      if (!released.ok) throw new Failed(REFUSED[released.code]);
      say(SAID[released.state]);
    });
  },
});
