import type { Kysely } from '#kysely';
import {
  CHANGEABLE_SETTINGS,
  type ChangeableSetting,
  type SetBy,
  type SettingProblemCode,
  isChangeable,
  PLAIN_SETTINGS,
} from '#contract/owner/server-settings.ts';
import type { FieldProblem } from '#contract/problem.ts';
import { trialEnvelope } from '#server/deliver/try-smtp.ts';
import {
  type Config,
  ConfigError,
  type FixedConfig,
  isSecret,
  readConfig,
  type StoredSettings,
  textsOf,
} from '#server/base/config.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { removeSetting, writeSetting } from '#server/store/stored-setting.ts';
import { targetSettings } from '#server/copies/open-target.ts';
import { answersAt } from './address.ts';
import { NEXT_ADDRESS, type PresentSettings, readPresent, sealSetting } from './present.ts';
import { tryOutside } from './trial.ts';
import type { Trial } from './trial-process.ts';

/** As text, like the variables; null: back to the default. */
export type SettingChanges = Readonly<Partial<Record<ChangeableSetting, string | null>>>;

type ChangeDeps = { write: Kysely<Tables>; secrets: Secrets };

/** Why a setting was not changed. `reason`: in English, for the server administrator. */
export type SettingProblem = Pick<FieldProblem, 'said' | 'offer'> & {
  name: ChangeableSetting;
  code: SettingProblemCode;
  reason: string;
};

/** What the audit log may keep: neither secrets nor addresses of people. */
export type Changed =
  | { name: ChangeableSetting }
  | { name: ChangeableSetting; before: string; after: string };

const UNLOGGED: readonly ChangeableSetting[] = ['SMTP_URL', 'RETURNS_IMAP_URL', 'MAIL_FROM', 'OWNER_EMAIL'];

/**
 * Stores what an owner has set, all or nothing; each process goes by it within a second. The mail server must take
 * the sign-in. An address at which this server does not answer yet waits until it does, unless it is set `anyway`.
 * `trial`: stores nothing. `after`: as it will be, also with an address that waits.
 */
export async function changeSettings(
  fixed: FixedConfig,
  asked: SettingChanges,
  { write, secrets, anyway, trial = false }: ChangeDeps & { anyway: boolean; trial?: boolean },
): Promise<
  { ok: true; changed: Changed[]; after: Config; waits: boolean } | { ok: false; problems: SettingProblem[] }
> {
  const before = await readPresent(fixed, write, () => secrets);
  const changes = withNewLimits(asked, before);
  const names = CHANGEABLE_SETTINGS.filter((name) => changes[name] !== undefined);
  const after = configAfter(fixed, before, changes);
  if (Array.isArray(after)) return { ok: false, problems: after };
  const problems = [
    ...(names.some(isAboutMail) && after.mailRoute.is === 'server'
      ? await problemsOf('SMTP_URL', { of: 'mail', server: after.mailRoute, envelope: trialEnvelope(after) })
      : []),
    ...(names.some(isAboutMailbox) && after.mailbox !== null
      ? await problemsOf('RETURNS_IMAP_URL', { of: 'mailbox', mailbox: after.mailbox })
      : []),
    ...(names.some(isAboutCopies) && after.copyTo !== null
      ? await problemsOf('COPY_TO', {
          of: 'copies',
          target: targetSettings(after.copyTo, after),
          folder: fixed.dataDir,
        })
      : []),
  ];
  if (problems.length > 0) return { ok: false, problems };
  if (trial) return { ok: true, changed: [], after, waits: false };
  const isOther = changes.SITE_URL && after.siteUrl !== before.config.siteUrl;
  const waits = isOther && !anyway ? !(await answersAt(after.siteUrl, secrets)) : false;
  await write.transaction().execute(async (trx) => {
    for (const name of names) {
      const text = changes[name];
      const row = name === 'SITE_URL' && waits ? NEXT_ADDRESS : name;
      if (text) await writeSetting(trx, row, sealSetting(secrets, name, text));
      else await removeSetting(trx, row);
    }
    if (names.includes('SITE_URL') && !waits) await removeSetting(trx, NEXT_ADDRESS);
  });
  return { ok: true, changed: names.map((name) => changeOf(name, before.config, after)), after, waits };
}

/** What an owner has set for one mail server says nothing of another. */
function withNewLimits(changes: SettingChanges, { config, stored }: PresentSettings): SettingChanges {
  const host = (url: string | null | undefined) => (url && URL.canParse(url) ? new URL(url).hostname : null);
  if (changes.SMTP_URL === undefined || host(changes.SMTP_URL) === host(config.smtpUrl)) return changes;
  const kept = PLAIN_SETTINGS.limits.filter((name) => name in stored);
  return { ...Object.fromEntries(kept.map((name) => [name, null])), ...changes };
}

function changeOf(name: ChangeableSetting, before: Config, after: Config): Changed {
  return UNLOGGED.includes(name)
    ? { name }
    : { name, before: textsOf(before)[name], after: textsOf(after)[name] };
}

/** The settings as they would be, or what is wrong with them. */
function configAfter(
  fixed: FixedConfig,
  { stored }: PresentSettings,
  changes: SettingChanges,
): Config | SettingProblem[] {
  const names = CHANGEABLE_SETTINGS.filter((name) => changes[name] !== undefined);
  const given = names.filter((name) => Object.hasOwn(fixed.given, name));
  if (given.length > 0)
    return given.map((name) => ({
      name,
      code: 'set-by-server',
      reason: `The environment of the server sets ${name}. Change it there.`,
    }));
  const next = Object.entries({ ...stored, ...changes }).filter(([, text]) => text);
  const set = new Set([...Object.keys(fixed.given), ...next.map(([name]) => name)]);
  try {
    return readConfig(fixed.given, Object.fromEntries(next) as StoredSettings);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.message.split('\n').flatMap((reason, line): SettingProblem[] => {
      const about = error.about[line] ?? [];
      const lacking = about.every(isChangeable) ? about.find((one) => !set.has(one)) : undefined;
      if (lacking !== undefined) return [{ name: lacking, code: 'missing', reason }];
      const [name] = names.filter((one) => about.includes(one));
      return name === undefined ? [] : [{ name, code: 'invalid', reason }];
    });
    // The environment contradicts itself.
    if (problems.length === 0) throw error;
    return problems;
  }
}

function isApp(name: ChangeableSetting): boolean {
  return name.startsWith('MICROSOFT_') && name !== 'MICROSOFT_SECRET_UNTIL';
}

function isAboutMail(name: ChangeableSetting): boolean {
  return name === 'SMTP_URL' || name === 'MAIL_FROM' || isApp(name);
}

function isAboutMailbox(name: ChangeableSetting): boolean {
  return name === 'RETURNS_IMAP_URL' || isApp(name);
}

function isAboutCopies(name: ChangeableSetting): boolean {
  return name === 'COPY_TO' || name.startsWith('S3_');
}

async function problemsOf(
  name: 'SMTP_URL' | 'RETURNS_IMAP_URL' | 'COPY_TO',
  trial: Trial,
): Promise<SettingProblem[]> {
  const tried = await tryOutside(trial);
  if (tried === null) return [];
  return [{ ...tried, name: tried.code === 'sender' ? 'MAIL_FROM' : name }];
}

export type SettingRow = {
  name: ChangeableSetting;
  /** In effect, as text; null if it is a secret. */
  value: string | null;
  isSet: boolean;
  by: SetBy;
};

/** All that an owner may change, as it is in effect. Shows no secret. */
export function settingRows(fixed: FixedConfig, { config, stored }: PresentSettings): SettingRow[] {
  const texts = textsOf(config);
  return CHANGEABLE_SETTINGS.map((name) => ({
    name,
    value: isSecret(name) ? null : texts[name],
    isSet: texts[name] !== '',
    by: Object.hasOwn(fixed.given, name) ? 'server' : name in stored ? 'owner' : 'default',
  }));
}
