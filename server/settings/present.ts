import type { Kysely } from '#kysely';
import {
  CHANGEABLE_SETTINGS,
  type ChangeableSetting,
  type SecretSetting,
} from '#contract/owner/server-settings.ts';
import {
  type Config,
  ConfigError,
  type FixedConfig,
  type MailRoute,
  isSecret,
  readConfig,
  type StoredSettings,
} from '#server/base/config.ts';
import { Failed } from '#server/base/failed.ts';
import type { Tables } from '#server/store/schema.ts';
import { type Secrets, secretsOf } from '#server/store/secrets/secrets.ts';
import { withStore } from '#server/store/existing.ts';
import { readSettings, writeSetting } from '#server/store/stored-setting.ts';

/** A stored setting that does not count. `text`: why, as for a variable; null if other keys have sealed it. */
export type Ignored = { name: ChangeableSetting; text: string } | Sealed;
type Sealed = { name: SecretSetting; text: null };

/** The row of an address that is to be `SITE_URL` once this server answers there. */
export const NEXT_ADDRESS = 'SITE_URL_NEXT';

/** `stored`: those that count. `nextAddress`: in use once this server answers there. */
export type PresentSettings = {
  config: Config;
  stored: StoredSettings;
  nextAddress: string | null;
  ignored: readonly Ignored[];
};

function isSealed(one: Ignored): one is Sealed {
  return one.text === null;
}

/** Without them mails wait. */
const MAIL_ACCOUNT: readonly SecretSetting[] = ['SMTP_URL', 'MICROSOFT_CLIENT_SECRET'];

const PURPOSE = 'setting';

/** As it is stored. */
export function sealSetting(secrets: Secrets, name: ChangeableSetting, text: string): string {
  return isSecret(name) ? secrets.seal(PURPOSE, Buffer.from(name), text) : text;
}

function openSealed(secrets: Secrets, name: ChangeableSetting, value: string): string | null {
  return secrets.open(PURPOSE, Buffer.from(name), value);
}

/** Seals secrets with the newest key, so that they outlast the keys before it. */
export async function sealAnew(
  query: Kysely<Tables>,
  rows: ReadonlyMap<string, string>,
  secrets: Secrets,
): Promise<void> {
  for (const name of CHANGEABLE_SETTINGS.filter(isSecret)) {
    const value = rows.get(name);
    const text = value === undefined ? null : openSealed(secrets, name, value);
    if (text === null) continue;
    const sealed = sealSetting(secrets, name, text);
    if (sealed !== value) await writeSetting(query, name, sealed);
  }
}

/**
 * The settings of this moment, from the rows of what owners have set. A row that cannot be used is ignored,
 * and so is one that other keys have sealed, but mails wait for its account then.
 * `secrets`: called only if one is stored. @throws ConfigError if the environment contradicts itself
 */
export function presentOf(
  fixed: FixedConfig,
  rows: ReadonlyMap<string, string>,
  secrets: () => Secrets,
): PresentSettings {
  const ignored: Ignored[] = [];
  const nextAddress = Object.hasOwn(fixed.given, 'SITE_URL') ? null : (rows.get(NEXT_ADDRESS) ?? null);
  let stored: StoredSettings = {};
  for (const name of CHANGEABLE_SETTINGS) {
    const value = rows.get(name);
    if (value === undefined || Object.hasOwn(fixed.given, name)) continue;
    const text = isSecret(name) ? openSealed(secrets(), name, value) : value;
    if (text === null) ignored.push({ name: name as SecretSetting, text });
    else stored = { ...stored, [name]: text };
  }
  for (;;) {
    try {
      const config = readConfig(fixed.given, stored);
      const sealed = ignored.filter(isSealed).map(({ name }) => name);
      const mailRoute: MailRoute = sealed.some((name) => MAIL_ACCOUNT.includes(name))
        ? { is: 'none', why: 'sealed' }
        : config.mailRoute;
      return { config: Object.freeze({ ...config, mailRoute, sealed }), stored, nextAddress, ignored };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const lines = error.message.split('\n');
      const wrong = CHANGEABLE_SETTINGS.filter((name) => name in stored).flatMap((name) => {
        const line = error.about.findIndex((about) => about.includes(name));
        return line === -1 ? [] : [{ name, text: lines[line] ?? '' }];
      });
      if (wrong.length === 0) throw error;
      ignored.push(...wrong);
      const left = Object.entries(stored).filter(([name]) => !wrong.some((one) => one.name === name));
      stored = Object.fromEntries(left);
    }
  }
}

/** The same, read from the store. */
export async function readPresent(
  fixed: FixedConfig,
  query: Kysely<Tables>,
  secrets: () => Secrets,
): Promise<PresentSettings> {
  return presentOf(fixed, await readSettings(query, [NEXT_ADDRESS, ...CHANGEABLE_SETTINGS]), secrets);
}

/** As a server has them, without one; of a store that cannot be read, those of the environment. @throws ConfigError */
export async function presentIn(fixed: FixedConfig): Promise<Pick<PresentSettings, 'config' | 'ignored'>> {
  try {
    return await withStore(fixed, 'read', ({ read }) => readPresent(fixed, read, () => secretsOf(fixed)));
  } catch (error) {
    if (!(error instanceof Failed) || error instanceof ConfigError) throw error;
    return { config: readConfig(fixed.given), ignored: [] };
  }
}
