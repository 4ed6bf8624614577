import { existsSync, mkdirSync, mkdtempDisposableSync } from 'node:fs';
import { Readable } from 'node:stream';
import { join } from 'node:path';
import { assemble } from '#server/copies/assemble.ts';
import { hashOfStream, keptCopies } from '#server/copies/kept.ts';
import { amount } from '#server/base/amount.ts';
import type { FixedConfig } from '#server/base/config.ts';
import { type Numbers, readNumbers } from '#server/copies/numbers.ts';
import { printed } from '#server/copies/signature.ts';
import { withStore } from '#server/store/existing.ts';
import { databaseFile } from '#server/store/open.ts';
import { counted } from '#server/store/backup.ts';
import { command, EXIT, Failed, Misused } from '../command.ts';
import { withFiles, writeOutput } from '../output.ts';
import { choose, overview } from './choose.ts';
import { recoveryKeyIn, repeated, targetOf, trustedCopies } from './fetch.ts';

const key = command({
  name: 'copies key',
  about: 'creates a recovery key: saves the private half to a file and prints the public half for COPY_KEY',
  options: { output: 'FILE' },
  run: async ({ values: { output }, say, ...context }) => {
    if (output === undefined)
      throw new Failed('Missing --output FILE: where to save the private half of the key.');
    const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const numbers = await ownNumbers(context.settings());
    const signer = numbers && `${printed(numbers.signer)}\n`;
    await writeOutput(
      Readable.from([`# embreve recovery key for ${recipient}\n${identity}\n${signer ?? ''}`]),
      { output },
      context,
    );
    say(recipient);
    if (signer === null)
      context.warn(
        `Once the server has started, add the line to ${output} that "copies list" ends with: it tells your copies from others.`,
      );
    context.warn(`Keep ${output} away from this machine, and print it. Without it, no copy can be restored.`);
  },
});

const list = command({
  name: 'copies list',
  about: 'lists the off-site copies that can be restored, and what they lack',
  options: { from: 'TARGET' },
  run: async ({ values, say, ...context }) => {
    const { target } = await targetOf(context, values.from);
    const copies = await keptCopies(target);
    if (copies.length === 0) say('No copies found.');
    overview(copies, Infinity).forEach(say);
    const numbers = await ownNumbers(context.settings());
    if (numbers !== null) say(`This server makes copies that are ${printed(numbers.signer)}`);
  },
});

const check = command({
  name: 'copies check',
  about: 'verifies the newest copy; with --key, also decrypts it as a restore would',
  options: { from: 'TARGET', key: 'FILE', store: 'STORE', unsigned: 'flag' },
  run: async ({ values, say, ...context }) => {
    const { dataDir } = context.settings();
    const { target, to } = await targetOf(context, values.from);
    const { store, key: keyFile, unsigned } = values;
    const { identity, signer } =
      keyFile === undefined ? { identity: null, signer: null } : recoveryKeyIn(keyFile);
    const given = repeated({ to, key: keyFile, unsigned });
    const anyones = unsigned || identity === null;
    const copies = await trustedCopies(target, { signer, anyones, given, say });
    const state = choose(copies, { store, copy: undefined, at: null, given });
    for (const { name, hash } of state.objects)
      if ((await hashOfStream(await target.get(name))) !== hash) {
        say(`${name} was changed or is incomplete.`);
        return EXIT.failed;
      }
    say(`${state.copy.base}: ${amount(state.objects.length, 'object')}, all intact.`);
    if (identity === null) return say('To check that it opens, and whose it is, add --key FILE.');
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    using folder = mkdtempDisposableSync(join(dataDir, 'copy-'));
    const into = join(folder.path, 'copy.sqlite');
    const { contents, until } = await withFiles(() => assemble({ target, identity, into }, state));
    say(`It opens: ${counted(contents)}, as of ${new Date(until).toISOString()}.`);
  },
});

const remove = command({
  name: 'copies remove',
  about:
    'deletes all copies of a list that is no longer copied, e.g. of the machine before; never those of this server',
  options: { from: 'TARGET', store: 'STORE' },
  run: async ({ values, say, ...context }) => {
    const { store } = values;
    if (store === undefined) throw new Misused('Name the list with --store; "copies list" shows them.');
    if ((await ownNumbers(context.settings()))?.store === store)
      throw new Failed(`${store} is the list of this server.`);
    const { target } = await targetOf(context, values.from);
    const copies = (await keptCopies(target)).filter((copy) => copy.store === store);
    await target.remove(copies.flatMap(({ objects }) => objects.map(({ name }) => name).toReversed()));
    say(`Deleted ${amount(copies.length, 'copy', 'copies')} of ${store}.`);
  },
});

/** Null: this machine copies nothing. */
async function ownNumbers(fixed: FixedConfig): Promise<Numbers | null> {
  if (fixed.databaseUrl !== null || !existsSync(databaseFile(fixed.dataDir))) return null;
  return withStore(fixed, 'read', ({ read }) => readNumbers(read));
}

export const copiesCommands = [key, list, check, remove];
