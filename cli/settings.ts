import {
  CHANGEABLE_SETTINGS,
  isChangeable,
  type ChangeableSetting,
} from '#contract/owner/server-settings.ts';
import { BY_COMMAND } from '#contract/owner/audit-log.ts';
import { isSecret } from '#server/base/config.ts';
import { nearest } from '#server/base/nearest.ts';
import { recordAuditEvent } from '#server/owners/audit-log.ts';
import { changeSettings, type SettingChanges, settingRows } from '#server/settings/change.ts';
import { readPresent } from '#server/settings/present.ts';
import { withStore } from '#server/store/existing.ts';
import { secretsOf } from '#server/store/secrets/secrets.ts';
import { command, Failed, Misused, type CliContext } from './command.ts';
import { readHidden, readPiped } from './passphrase.ts';
import { tableLines } from './terminal.ts';

/** The actor in the audit log. */
const BY = { id: 0, name: BY_COMMAND };

const SAID_BY = { server: 'environment', owner: 'owner', default: 'default' };

const settingsList = command({
  name: 'settings list',
  about: 'lists the settings that can be changed while the server runs, and who has set them',
  run: async ({ settings, say, warn }) => {
    const fixed = settings();
    const present = await withStore(fixed, 'read', ({ read }) =>
      readPresent(fixed, read, () => secretsOf(fixed)),
    );
    const rows = settingRows(fixed, present).map(({ name, value, isSet, by }) => {
      return [name, value ?? (isSet ? 'set' : ''), SAID_BY[by]];
    });
    for (const line of tableLines(['name', 'value', 'set by'], rows)) say(line);
    for (const { name } of present.ignored)
      warn(`The saved value of ${name} is ignored. Run "doctor" to see why.`);
  },
});

const settingsSet = command({
  name: 'settings set',
  about:
    'changes a setting while the server runs. Secrets are prompted for, or read from standard input; --anyway changes an address at once, even if this server does not answer there yet',
  operands: ['NAME', '[VALUE]'],
  options: { anyway: 'flag' },
  run: async ({ operands: [operand = '', value], values: { anyway }, ...context }) => {
    const name = nameOf(operand);
    const text = await valueOf(name, value, context);
    if (text === '')
      throw new Misused(`The value is empty. To reset it to the default: settings unset ${name}`);
    await change({ [name]: text }, anyway, context);
  },
});

const settingsUnset = command({
  name: 'settings unset',
  about: 'resets a setting to its default',
  operands: ['NAME'],
  run: ({ operands: [operand = ''], ...context }) => change({ [nameOf(operand)]: null }, false, context),
});

export const settingsCommands = [settingsList, settingsSet, settingsUnset];

/** @throws Misused */
function nameOf(operand: string): ChangeableSetting {
  if (isChangeable(operand)) return operand;
  const like = nearest(operand.toUpperCase(), CHANGEABLE_SETTINGS);
  throw new Misused(
    like === null
      ? `${operand} cannot be changed while the server runs. "settings list" lists those that can.`
      : `${operand} is not a setting. Did you mean ${like}?`,
  );
}

/** A secret is never an operand: it would stay in the history of the shell. @throws Misused */
async function valueOf(
  name: ChangeableSetting,
  value: string | undefined,
  context: Pick<CliContext, 'say'>,
): Promise<string> {
  if (!isSecret(name)) {
    if (value === undefined) throw new Misused(`Missing value: settings set ${name} VALUE`);
    return value;
  }
  if (value !== undefined)
    throw new Misused(`${name} contains a password. Leave the value out; you will be prompted for it.`);
  if (!process.stdin.isTTY) return (await readPiped()).trim();
  return (await readHidden(`${name} (hidden as you type):`, context)).trim();
}

/** @throws Failed */
async function change(
  changes: SettingChanges,
  anyway: boolean,
  { settings, now, say }: Pick<CliContext, 'settings' | 'now' | 'say'>,
): Promise<void> {
  const fixed = settings();
  const secrets = secretsOf(fixed);
  await withStore(fixed, 'write', async ({ write }) => {
    const done = await changeSettings(fixed, changes, { write, secrets, anyway });
    if (!done.ok) throw new Failed(done.problems.map(({ reason }) => reason).join('\n'));
    for (const one of done.changed) await recordAuditEvent(write, BY, 'settings-changed', one, now());
    say(
      done.waits
        ? `This server does not answer at ${done.after.siteUrl} yet. Once it does, a running server changes to it; until then the former address stays. To change at once: --anyway`
        : 'Saved. A running server picks it up within a second.',
    );
  });
}
