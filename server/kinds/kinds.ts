import { alarmMail } from '#server/alarms/alarm-mail.ts';
import { bookMail } from '#server/books/book-mail.ts';
import type { Config } from '#server/base/config.ts';
import { forward } from '#server/list/forward-job.ts';
import { confirmMail, type ConfirmMailDeps } from '#server/list/confirm-mail.ts';
import { welcomeMail } from '#server/list/welcome-mail.ts';
import type { OwnerMailDeps } from '#server/deliver/prepare-mail.ts';
import { messageMail } from '#server/messages/message-mail.ts';
import { summaryMail, type SummaryMailDeps } from '#server/weekly-summary/summary-mail.ts';
import type { Kind } from '#server/outbox/kind.ts';
import { signInMail, type SignInMailDeps } from '#server/owners/sign-in-mail.ts';

export type KindDeps = Config & ConfirmMailDeps & OwnerMailDeps & SignInMailDeps & SummaryMailDeps;

/**
 * All job kinds of the outbox. A new kind of mail is an entry here, a file in the room of its subject, and a
 * template (contract/mails.ts, mails/). Within a lane the first kinds are sent first.
 */
export const KINDS: readonly Kind<KindDeps>[] = [
  signInMail,
  confirmMail,
  messageMail,
  alarmMail,
  summaryMail,
  bookMail,
  welcomeMail,
  forward,
];
