import * as v from 'valibot';
import {
  type AccountSetting,
  CHANGEABLE_SETTINGS,
  type ChangeableSetting,
  GUARDED_SETTINGS,
  type GuardedSetting,
  isAccountSetting,
  isGuarded,
  type ServerSettings,
} from '#contract/owner/server-settings.ts';
import { type Config, isSecret, textsOf } from '#server/base/config.ts';
import { readNumbers } from '#server/copies/numbers.ts';
import { confirmKey, isKeyAsked } from '#server/copies/recovery-key.ts';
import { printed } from '#server/copies/signature.ts';
import { readCopyStatus } from '#server/copies/status.ts';
import { isAddress } from '#server/deliver/message.ts';
import { tryNow } from '#server/mail-account/refusal.ts';
import {
  changeSettings,
  type SettingChanges,
  type SettingRow,
  settingRows,
} from '#server/settings/change.ts';
import { tellOwners } from '#server/owners/tell-owners.ts';
import { readPresent } from '#server/settings/present.ts';
import { accountParts, accountUrlOf } from '#server/settings/smtp-account.ts';
import { countWaiting, goingBy } from '#server/outbox/waiting.ts';
import { sendTestMail } from '#server/settings/test-mail.ts';
import { text, integerField } from './body.ts';
import {
  type Answer,
  type Ask,
  DONE,
  get,
  noMailServer,
  type OwnerParts,
  type OwnerRoute,
  post,
  wrongField,
} from './route.ts';
import { tooMany } from './sign-in/let-in.ts';

const VALUE = v.exactOptional(v.nullable(text(1_000)));
const CHANGES = v.object(
  Object.fromEntries(
    CHANGEABLE_SETTINGS.filter((name) => !isAccountSetting(name)).map((name) => [name, VALUE]),
  ) as Record<Exclude<ChangeableSetting, AccountSetting>, typeof VALUE>,
);
const ACCOUNT = v.object({
  server: text(253),
  port: integerField(1, 65_535),
  secure: v.boolean(),
  user: text(320),
  password: v.optional(text(1_000)),
});
const POSTED = v.object({
  changes: v.optional(CHANGES, {}),
  smtp: v.optional(v.nullable(ACCOUNT)),
  mailbox: v.optional(v.nullable(ACCOUNT)),
  trial: v.optional(v.boolean(), false),
});
const TEST = v.object({ address: text(1_000) });
const KEY = v.object({ recipient: text(200) });

export const SERVER_SETTINGS_ROUTES: readonly OwnerRoute[] = [
  get(
    '/server-settings',
    'Shows the settings that an owner may change, and who has set them; no password.',
    async ({ parts }) => ({ json: await shownNow(parts) }),
  ),
  post(
    'with-passkey',
    '/server-settings',
    'Changes settings, all or nothing; null goes back to the default. Each server goes by it within a second.',
    change,
    POSTED,
  ),
  post(
    'with-passkey',
    '/server-settings/test-mail',
    'Sends a test email to `address` by the settings in use.',
    testMail,
    TEST,
  ),
  post(
    'never',
    '/recovery-key',
    'Notes that an owner has the recovery key of the copies: `recipient` is its public half.',
    confirm,
    KEY,
  ),
];

/** As the store has them: this process may go by the former ones for half a second more. */
function presentNow({ config, write, secrets }: OwnerParts) {
  return readPresent(config, write, () => secrets);
}

async function shownNow(parts: OwnerParts): Promise<ServerSettings> {
  const present = await presentNow(parts);
  const rows = settingRows(parts.config, present);
  const values = rows
    .filter(({ name }) => !isSecret(name))
    .map(({ name, value, by }) => [name, { value: value || null, by }]);
  const { smtpUrl, returnsImapUrl, microsoftClientSecret, mailRoute } = present.config;
  return {
    values: Object.fromEntries(values) as ServerSettings['values'],
    smtp: accountIn(rows, 'SMTP_URL', smtpUrl),
    mailbox: accountIn(rows, 'RETURNS_IMAP_URL', returnsImapUrl),
    hasAppSecret: microsoftClientSecret !== null,
    nextAddress: present.nextAddress,
    mailsGo: goingBy(mailRoute),
    waiting: (await countWaiting(parts.write, mailRoute, parts.now()))?.n ?? 0,
    copies: parts.database.recording === null ? null : await copiesNow(parts, present.config),
  };
}

async function copiesNow(
  { write, now, config }: OwnerParts,
  { s3Secret, copyKey }: Pick<Config, 's3Secret' | 'copyKey'>,
): Promise<NonNullable<ServerSettings['copies']>> {
  const numbers = await readNumbers(write);
  return {
    hasSecret: s3Secret !== null,
    signedBy: numbers && printed(numbers.signer),
    isKeyAsked: copyKey !== null && (await isKeyAsked(write, copyKey, now())),
    status: readCopyStatus(config.dataDir),
  };
}

function accountIn(rows: readonly SettingRow[], setting: AccountSetting, url: string | null) {
  return {
    account: url === null ? null : accountParts(url),
    by: rows.find(({ name }) => name === setting)?.by ?? 'default',
  };
}

async function change({ body, owner, parts, audit, lacksProof }: Ask<typeof POSTED>): Promise<Answer> {
  const { write, secrets, config, now } = parts;
  const { changes, trial } = body;
  const accounts = { SMTP_URL: body.smtp, RETURNS_IMAP_URL: body.mailbox };
  const posted = { ...changes, ...accounts };
  const isProofAsked = CHANGEABLE_SETTINGS.some((name) => posted[name] !== undefined && isGuarded(name));
  if (isProofAsked && (await lacksProof('always'))) return { problem: 'needs-passkey' };
  const before = await presentNow(parts);
  let wanted: SettingChanges = changes;
  for (const [name, protocol, former] of [
    ['SMTP_URL', 'smtp', before.config.smtpUrl],
    ['RETURNS_IMAP_URL', 'imap', before.config.returnsImapUrl],
  ] as const) {
    const account = accounts[name];
    if (account === undefined) continue;
    const url = account === null ? null : accountUrlOf(protocol, account, former);
    if (account !== null && url === null) return wrongField(name, 'invalid');
    wanted = { ...wanted, [name]: url };
  }
  const done = await changeSettings(config, wanted, { write, secrets, anyway: false, trial });
  if (!done.ok)
    return {
      problem: 'invalid-fields',
      fields: done.problems.map(({ name, code, said, offer }) => ({ field: name, code, said, offer })),
    };
  // A new password is the same account.
  await tryNow(write, done.after, now());
  for (const one of done.changed) await audit('settings-changed', one);
  const changed = done.changed.map(({ name }) => name).filter(isGuarded);
  if (changed.length > 0) {
    const values = { who: owner.name, ...newValues(changed, done.after) };
    await tellOwners(write, before.config, 'alarm-settings', () => values, now());
    parts.poke();
  }
  return { json: await shownNow(parts) };
}

async function confirm({ body: { recipient }, parts, audit }: Ask<typeof KEY>): Promise<Answer> {
  const { config } = await presentNow(parts);
  if (config.copyKey === null || recipient !== config.copyKey) return wrongField('recipient', 'invalid');
  await confirmKey(parts.write, recipient, parts.now());
  await audit('key-confirmed');
  return DONE;
}

/** Of the settings that were changed; secrets masked, the others empty. */
function newValues(changed: readonly ChangeableSetting[], after: Config) {
  const texts = textsOf(after);
  const values = GUARDED_SETTINGS.map((name) => {
    const value = isSecret(name) ? '•••' : texts[name];
    return [name, changed.includes(name) ? (texts[name] && value) || '–' : ''];
  });
  return Object.fromEntries(values) as Record<GuardedSetting, string>;
}

async function testMail({ body, owner, parts }: Ask<typeof TEST>): Promise<Answer> {
  const address = body.address.trim();
  if (!isAddress(address)) return wrongField('address', 'invalid');
  const { config } = await presentNow(parts);
  if (config.mailRoute.is === 'none') return noMailServer(config.mailRoute.why);
  const taken = await parts.signInLimits.tested.take(`owner ${owner.id}`);
  if (!taken.ok) return tooMany(taken);
  const now = parts.now();
  const mail = { address, language: owner.language, id: `${owner.id}-${now}` };
  return {
    json: await sendTestMail({ config, templates: parts.build.templates }, mail, {
      now,
      clock: () => performance.now(),
    }),
  };
}
