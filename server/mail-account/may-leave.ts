import { isMail, type KindRules } from '#server/outbox/kind.ts';
import type { MayLeave } from '#server/outbox/send-rate.ts';
import type { MailAccount } from './account.ts';

const NONE: MayLeave = { all: 0, others: 0 };
const ONE: MayLeave = { all: 1, others: 1 };

/** While the account refuses no mail is claimed, but for the one that is tried. */
export function unlessRefused(
  account: Pick<MailAccount, 'state' | 'takeTry'>,
  kinds: readonly KindRules[],
  mayLeave: (kind: string) => Promise<MayLeave>,
): (kind: string) => Promise<MayLeave> {
  const mails = new Set(kinds.filter(isMail).map(({ name }) => name));
  return async (kind) => {
    const room = await mayLeave(kind);
    if (room.all === 0 || !mails.has(kind) || (await account.state()).refusal === null) return room;
    return (await account.takeTry(kind)) ? ONE : NONE;
  };
}
