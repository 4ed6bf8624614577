import { BY_COMMAND } from '#contract/owner/audit-log.ts';
import { type OwnerRow } from '#contract/owner/session.ts';
import { recordAuditEvent } from '#server/owners/audit-log.ts';
import { linkTo, makeServerLink } from '#server/owners/links.ts';
import { listOwners, removeOwner } from '#server/owners/owners.ts';
import { withStore } from '#server/store/existing.ts';
import { command, Failed } from './command.ts';
import { withSettings } from './present.ts';
import { shortTime, tableLines } from './terminal.ts';

/** The actor in the audit log for commands. */
const BY = { id: 0, name: BY_COMMAND };

export const ownerLink = command({
  name: 'owner link',
  about:
    'creates a sign-in link: works once, within 10 minutes (30 for the first owner). With several owners, say whose',
  options: { name: 'NAME' },
  run: async ({ values: { name }, settings, now, say }) => {
    await withSettings(settings(), 'write', async ({ write }, config) => {
      const owners = await listOwners(write);
      const owner = owners.length === 0 ? null : ownerNamed(owners, name);
      const { token } = await makeServerLink(write, {
        owner: owner?.id ?? null,
        name: owner === null ? (name ?? null) : null,
        now: now(),
      });
      await recordAuditEvent(write, BY, 'link-made', owner === null ? {} : { owner: owner.id }, now());
      say(linkTo(config.siteUrl, token));
      const whose =
        owner === null ? 'Anyone who opens it becomes the first owner' : `It signs ${owner.name} in`;
      say(`${whose}. It works once, within ${owner === null ? 30 : 10} minutes.`);
    });
  },
});

export const ownerList = command({
  name: 'owner list',
  about: 'lists the owners of the dashboard',
  run: ({ settings, say }) =>
    withStore(settings(), 'read', async ({ read }) => {
      const rows = (await listOwners(read)).map(({ id, name, email, createdAt, hasSignedIn }) => {
        return [id, name, email, shortTime(createdAt), hasSignedIn ? 'yes' : 'invited'];
      });
      if (rows.length === 0) return say('No owner yet. "owner link" creates a link for the first one.');
      for (const line of tableLines(['id', 'name', 'email', 'since', 'signed in'], rows)) say(line);
    }),
});

export const ownerRemove = command({
  name: 'owner remove',
  about: 'removes an owner with all sessions and passkeys; never the last one',
  operands: ['NAME|ID'],
  run: async ({ operands: [wanted = ''], settings, now, say }) => {
    await withStore(settings(), 'write', async ({ write }) => {
      const owner = ownerNamed(await listOwners(write), wanted);
      const ended = await write.transaction().execute((trx) => removeOwner(trx, owner.id));
      if (ended === 'last')
        throw new Failed(`${owner.name} is the last owner and can’t be removed. Invite another owner first.`);
      await recordAuditEvent(write, BY, 'owner-removed', { owner: owner.id }, now());
      say(`${owner.name} can no longer sign in.`);
    });
  },
});

/** Finds an owner by name or id; by default the only one. @throws Failed */
function ownerNamed(owners: readonly OwnerRow[], wanted: string | undefined): OwnerRow {
  const found = owners.filter(
    ({ id, name }) => wanted === undefined || String(id) === wanted || same(name, wanted),
  );
  const [owner] = found;
  if (owner !== undefined && found.length === 1) return owner;
  const all = owners.map(({ id, name }) => `${name} (${id})`).join(', ');
  if (owner === undefined) throw new Failed(`No owner called ${wanted}. Owners: ${all}`);
  throw new Failed(`Which owner? Give a name or an ID: ${all}.`);
}

function same(name: string, other: string): boolean {
  return name.localeCompare(other, undefined, { sensitivity: 'base' }) === 0;
}
