import type { TargetSettings } from '#server/copies/target.ts';
import { tryTarget } from '#server/copies/open-target.ts';
import type { MailServer } from '#server/base/config.ts';
import { tryMailbox } from '#server/deliver/imap.ts';
import type { Envelope } from '#server/deliver/try-smtp.ts';
import { type MailTried, tryMail } from './try-mail.ts';
import type { SettingProblemCode } from '#contract/owner/server-settings.ts';

/** The message to this process. `folder`: for what is written there. */
export type Trial =
  | { of: 'mail'; server: MailServer; envelope: Envelope }
  | { of: 'mailbox'; mailbox: MailServer }
  | { of: 'copies'; target: TargetSettings; folder: string };
/** Its answer. `reason`: in English, for the server administrator; null: all is well. */
export type TrialAnswer = MailTried | { code: SettingProblemCode; reason: string } | null;

async function tried(trial: Trial): Promise<TrialAnswer> {
  if (trial.of === 'mail') return tryMail(trial.server, trial.envelope);
  if (trial.of === 'mailbox') return tryMailbox(trial.mailbox);
  const error = await tryTarget(trial.target, trial.folder);
  return error && { code: error.code === 'failed' ? 'refused' : error.code, reason: error.message };
}

process.once('disconnect', () => process.exit());
process.once('message', (trial: Trial) => void tried(trial).then((answer) => process.send?.(answer)));
