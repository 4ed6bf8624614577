import * as v from 'valibot';
import type { Transaction } from '#kysely';
import { UNPROVEN_MS } from '#contract/owner/session.ts';
import { recordAuditEvent } from '#server/owners/audit-log.ts';
import { readOwner } from '#server/owners/owners.ts';
import {
  addPasskey,
  countPasskeys,
  endDisowned,
  notMineToken,
  proves,
  findPasskey,
  MOST_PASSKEYS,
  notePasskeyUse,
  passkeysOf,
  removePasskey,
  renamePasskey,
  shown,
  useChallenge,
} from '#server/owners/passkeys.ts';
import { endMailedSessions } from '#server/owners/sessions.ts';
import { tellOwners } from '#server/owners/tell-owners.ts';
import type { Tables } from '#server/store/schema.ts';
import {
  registrationOptions,
  signInOptions,
  verifyRegistration,
  verifySignIn,
  type Ceremony,
} from '#server/owners/webauthn.ts';
import { text } from '#server/web/owner/body.ts';
import {
  type Answer,
  type Ask,
  DONE,
  get,
  NOT_FOUND,
  type OwnerParts,
  type OwnerRoute,
  post,
  type PublicAnswer,
  publicPost,
  type PublicRequest,
  wrongField,
} from '#server/web/owner/route.ts';
import { letIn, refuseTry } from './let-in.ts';

/** The page of the dashboard with the button. */
const NOT_MINE = '/dashboard/not-mine';

/** Including what a device says about itself. */
const RESPONSE_LIMIT = 32 * 1024;

/** The untrusted result of the passkey API: the library validates it. No passkey has an empty id. */
const RESPONSE = v.fallback(v.looseObject({ id: v.string() }), { id: '' });
const USED = v.object({ response: RESPONSE });
const WANTED = v.object({ elsewhere: v.optional(v.boolean(), false) });
const NAME = v.object({ name: text(1_000) });
const TOKEN = v.object({ token: text(200) });
const MADE = v.object({ ...NAME.entries, response: RESPONSE });

export const PASSKEY_ROUTES: readonly OwnerRoute[] = [
  publicPost('/session/passkey/options', 'Returns what a browser needs to use a passkey.', options),
  publicPost(
    '/session/passkey',
    'Signs in with a passkey, or confirms who is signed in.',
    signIn,
    USED,
    RESPONSE_LIMIT,
  ),
  publicPost(
    '/passkeys/not-mine',
    'Ends a passkey that proves nothing yet, by the link of the mail about it, and sessions that began by mail.',
    notMine,
    TOKEN,
  ),
  get('/passkeys', 'Lists this owner’s passkeys.', list),
  post(
    'with-passkey',
    '/passkeys/options',
    'Returns what a browser needs to create a passkey; with `elsewhere`, on another device.',
    optionsToAdd,
    WANTED,
  ),
  // Otherwise an unattended session, or access to the mailbox, would become permanent access.
  post('with-passkey', '/passkeys', 'Adds the passkey that a browser created.', add, MADE, RESPONSE_LIMIT),
  post('never', '/passkeys/:id/rename', 'Renames a passkey of this owner.', rename, NAME),
  post('always', '/passkeys/:id/remove', 'Removes a passkey of this owner.', remove),
];

function ceremonyOf({ config, secrets, now }: OwnerParts): Ceremony {
  return { siteUrl: config.siteUrl, secrets, now: now() };
}

async function options({ found, parts }: PublicRequest): Promise<PublicAnswer> {
  const own = found.state === 'live' ? await passkeysOf(parts.write, found.session.owner.id) : [];
  return { json: await signInOptions(ceremonyOf(parts), own) };
}

async function signIn(request: PublicRequest<typeof USED>): Promise<PublicAnswer> {
  const { body, found, parts } = request;
  const { response } = body;
  const unknown = { field: 'passkey', code: 'unknown' };
  const passkey = await findPasskey(parts.write, response.id);
  if (passkey === undefined) return refuseTry(request, unknown);
  const account = `owner ${passkey.owner_id}`;
  const done = await verifySignIn(ceremonyOf(parts), passkey, response);
  if (done === null) return refuseTry(request, unknown, account);
  const now = parts.now();
  const isProof = proves(passkey, now);
  const isHere = found.state === 'live' && found.session.owner.id === passkey.owner_id;
  if (isHere && !isProof) return wrongField('passkey', 'proves-later');
  const answer = await parts.write.transaction().execute(async (trx) => {
    if (!(await useChallenge(trx, { ...done.challenge, now }))) return null;
    await notePasskeyUse(trx, passkey.id, { ...done, now });
    return letIn(trx, request, { owner: passkey.owner_id, begun: isProof ? 'proven' : 'mailed' });
  });
  return answer ?? refuseTry(request, unknown, account);
}

async function list({ owner, parts }: Ask): Promise<Answer> {
  const now = parts.now();
  const passkeys = await passkeysOf(parts.write, owner.id);
  return { json: { rows: passkeys.map((one) => shown(one, now)) } };
}

async function optionsToAdd({ owner, body, parts }: Ask<typeof WANTED>): Promise<Answer> {
  const passkeys = await passkeysOf(parts.write, owner.id);
  if (passkeys.length >= MOST_PASSKEYS) return { problem: 'conflict' };
  const made = registrationOptions(ceremonyOf(parts), owner, { passkeys, isElsewhere: body.elsewhere });
  return { json: await made };
}

async function add({ owner, isVouched, body, parts, audit }: Ask<typeof MADE>): Promise<Answer> {
  if ((await countPasskeys(parts.write, owner.id)) >= MOST_PASSKEYS) return { problem: 'conflict' };
  const name = body.name.trim();
  if (name === '') return wrongField('name', 'missing');
  const made = await verifyRegistration(ceremonyOf(parts), owner.id, body.response);
  const unknown = wrongField('passkey', 'unknown');
  if (made === null) return unknown;
  const now = parts.now();
  const id = await parts.write.transaction().execute(async (trx) => {
    if (!(await useChallenge(trx, { ...made.challenge, now }))) return null;
    const provesAt = isVouched ? now : now + UNPROVEN_MS;
    const added = await addPasskey(trx, { owner: owner.id, name, passkey: made.passkey, provesAt, now });
    if (added !== null && !isVouched) await tellOfPasskey(trx, parts, owner.name, { id: added, provesAt });
    return added;
  });
  if (id === null) return unknown;
  parts.poke();
  await audit('passkey-added');
  return { json: { id } };
}

/** All owners learn of it, with a link that ends it: a reader of the mailbox of one could have added it. */
async function tellOfPasskey(
  trx: Transaction<Tables>,
  { config, secrets, now }: OwnerParts,
  who: string,
  passkey: { id: number; provesAt: number },
): Promise<void> {
  const endUrl = `${config.siteUrl}${NOT_MINE}#${notMineToken(secrets, passkey.id)}`;
  const values = (at: (time: number) => string) => ({ who, from: at(passkey.provesAt), endUrl });
  await tellOwners(trx, config, 'alarm-passkey', values, now());
}

/** By the link of that mail, for anyone who presses it. */
async function notMine(request: PublicRequest<typeof TOKEN>): Promise<PublicAnswer> {
  const { body, parts } = request;
  const now = parts.now();
  const owner = await parts.write.transaction().execute(async (trx) => {
    const ended = await endDisowned(trx, parts.secrets, body.token, now);
    if (ended === null) return null;
    await endMailedSessions(trx, ended, now);
    return readOwner(trx, ended);
  });
  if (owner === null) return refuseTry(request, { field: 'token', code: 'expired' });
  await recordAuditEvent(parts.write, owner, 'passkey-disowned', {}, now);
  return DONE;
}

async function rename({ owner, id, body, parts }: Ask<typeof NAME>): Promise<Answer> {
  const name = body.name.trim();
  if (name === '') return wrongField('name', 'missing');
  const done = await renamePasskey(parts.write, { owner: owner.id, id, name });
  return done ? DONE : NOT_FOUND;
}

async function remove({ owner, id, parts, audit }: Ask): Promise<Answer> {
  if (!(await removePasskey(parts.write, { owner: owner.id, id }))) return NOT_FOUND;
  await audit('passkey-removed');
  return DONE;
}
