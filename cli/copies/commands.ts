import { mkdirSync, mkdtempDisposableSync } from 'node:fs';
import { Readable } from 'node:stream';
import { join } from 'node:path';
import { assemble, wholeOf } from '#server/copies/assemble.ts';
import { closest, hashOf, keptCopies } from '#server/copies/kept.ts';
import { counted } from '#server/store/backup.ts';
import { command, EXIT, Failed } from '../command.ts';
import { withFiles, write } from '../output.ts';
import { identityIn, targetOf } from './fetch.ts';

const key = command({
  name: 'copies key',
  about: 'makes a recovery key: writes its private half to a file, and prints its public half for COPY_KEY',
  options: { output: 'FILE' },
  run: async ({ values: { output }, say, ...context }) => {
    if (output === undefined) throw new Failed('Name a file for the private half with --output FILE.');
    const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    await write(
      Readable.from([`# embreve recovery key for ${recipient}\n${identity}\n`]),
      { output },
      context,
    );
    say(recipient);
    context.warn(
      `Keep ${output} where this machine is not, and print it: without it no copy can be restored.`,
    );
  },
});

const list = command({
  name: 'copies list',
  about: 'shows what could be restored from the copies elsewhere',
  options: { from: 'TARGET' },
  run: async ({ values, say, ...context }) => {
    const target = await targetOf(context, values.from);
    const copies = await keptCopies(target);
    if (copies.length === 0) say('No copy was found there.');
    for (const { base, objects, from, until } of copies) {
      const bytes = objects.reduce((sum, one) => sum + one.bytes, 0);
      const span = `${new Date(from).toISOString()} to ${new Date(until).toISOString()}`;
      say(`${base}  ${span}  ${objects.length - 1} parts  ${(bytes / 1e6).toFixed(1)} MB`);
    }
  },
});

const check = command({
  name: 'copies check',
  about: 'reads the newest copy again; with the recovery key also opens it, as a restore would',
  options: { from: 'TARGET', key: 'FILE' },
  run: async ({ values, say, ...context }) => {
    const { dataDir } = context.settings();
    const target = await targetOf(context, values.from);
    const newest = closest(await keptCopies(target), null);
    if (newest === undefined) throw new Failed('No copy was found there.');
    for (const { name, hash } of wholeOf(newest))
      if ((await hashOf(await target.get(name))) !== hash) {
        say(`${name} was changed or is incomplete.`);
        return EXIT.failed;
      }
    say(`${newest.base}: ${newest.objects.length} objects, none missing, none changed.`);
    if (values.key === undefined) return say('Whether it opens is known only with --key FILE.');
    const identity = identityIn(values.key);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    using folder = mkdtempDisposableSync(join(dataDir, 'copy-'));
    const into = join(folder.path, 'copy.sqlite');
    const { contents, until } = await withFiles(() => assemble({ target, identity, into, at: null }));
    say(`It opens: ${counted(contents)}, as of ${new Date(until).toISOString()}.`);
  },
});

export const copiesCommands = [key, list, check];
