import { type TargetSettings, tryTarget } from '#server/copies/target.ts';
import { SMTP_LIMITS, trySmtp } from '#server/deliver/smtp.ts';
import { explainSmtpError, faultOf } from '#server/deliver/smtp-errors.ts';
import type { SettingProblemCode } from '#contract/owner/server-settings.ts';

/** The message to this process. `folder`: for what is written there. */
export type Trial =
  | { of: 'mail'; smtpUrl: string }
  | { of: 'copies'; target: TargetSettings; folder: string };
/** Its answer. `reason`: in English, for the server administrator; null: all is well. */
export type Tried = { code: SettingProblemCode; reason: string } | null;

/** Milliseconds. An owner waits. */
const MAIL_LIMITS = { ...SMTP_LIMITS, connect: 5_000, greeting: 5_000, command: 5_000 };

async function tried(trial: Trial): Promise<Tried> {
  if (trial.of === 'mail') {
    const error = await trySmtp(trial.smtpUrl, MAIL_LIMITS);
    return error && { code: faultOf(error), reason: explainSmtpError(error) };
  }
  const error = await tryTarget(trial.target, trial.folder);
  return error && { code: error.code === 'failed' ? 'refused' : error.code, reason: error.message };
}

// Elsewhere this module is only precompiled, see scripts/build.ts.
if (process.send) {
  process.once('disconnect', () => process.exit());
  process.once('message', (trial: Trial) => void tried(trial).then((answer) => process.send?.(answer)));
}
