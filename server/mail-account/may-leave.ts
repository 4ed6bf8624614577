import type { MailRoute } from '#server/base/config.ts';
import { isMail, type KindRules } from '#server/outbox/kind.ts';
import type { MayLeave } from '#server/outbox/send-rate.ts';
import type { MailAccount } from './account.ts';

const NONE: MayLeave = { all: 0, others: 0 };
const ONE: MayLeave = { all: 1, others: 1 };

/**
 * Without a mail server no mail is claimed: it waits as it is, no attempt counts, and once there is one it leaves at
 * the usual pace. So it is while the account refuses, but for the one mail that is tried.
 */
export function whileTaken(
  route: () => MailRoute,
  account: Pick<MailAccount, 'state' | 'takeTry'>,
  kinds: readonly KindRules[],
  mayLeave: (kind: string) => Promise<MayLeave>,
): (kind: string) => Promise<MayLeave> {
  const mails = new Set(kinds.filter(isMail).map(({ name }) => name));
  return async (kind) => {
    if (!mails.has(kind)) return mayLeave(kind);
    if (route().is === 'none') return NONE;
    const room = await mayLeave(kind);
    if (room.all === 0 || (await account.state()).refusal === null) return room;
    return (await account.takeTry(kind)) ? ONE : NONE;
  };
}
