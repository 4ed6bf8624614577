import {
  addPasskey,
  countPasskeys,
  findPasskey,
  MOST_PASSKEYS,
  notePasskeyUse,
  passkeysOf,
  removePasskey,
  renamePasskey,
  shown,
  useChallenge,
} from '#server/owners/passkeys.ts';
import {
  registrationOptions,
  signInOptions,
  verifyRegistration,
  verifySignIn,
  type Ceremony,
} from '#server/owners/webauthn.ts';
import { fieldsOf, textIn } from '#server/web/owner/asked.ts';
import type {
  Answer,
  Ask,
  PublicAnswer,
  PublicRequest,
  OwnerParts,
  OwnerRoute,
} from '#server/web/owner/route.ts';
import { letIn, refuseTry } from './let-in.ts';

const SMALL = 4 * 1024;
/** With what a device says about itself. */
const RESPONSE = 32 * 1024;

export const PASSKEY_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'POST',
    path: '/session/passkey/options',
    about: 'What a browser needs to use a passkey.',
    bodyLimit: SMALL,
    isPublic: true,
    handle: options,
  },
  {
    method: 'POST',
    path: '/session/passkey',
    about: 'Signs in by a passkey, or proves who is signed in already.',
    bodyLimit: RESPONSE,
    isPublic: true,
    handle: signIn,
  },
  { method: 'GET', path: '/passkeys', about: 'The passkeys of this owner.', handle: list },
  {
    method: 'POST',
    path: '/passkeys/options',
    about: 'What a browser needs to make a passkey; with `elsewhere` on another device than its own.',
    bodyLimit: SMALL,
    proof: 'with-passkey',
    handle: optionsToAdd,
  },
  {
    method: 'POST',
    path: '/passkeys',
    about: 'Adds the passkey that a browser has made.',
    bodyLimit: RESPONSE,
    // Else a session left open, or a mailbox read by somebody, would become a key for good.
    proof: 'with-passkey',
    handle: add,
  },
  {
    method: 'POST',
    path: '/passkeys/:id/rename',
    about: 'Gives a passkey of this owner another name.',
    bodyLimit: SMALL,
    proof: 'never',
    handle: rename,
  },
  {
    method: 'POST',
    path: '/passkeys/:id/remove',
    about: 'Removes a passkey of this owner.',
    bodyLimit: SMALL,
    proof: 'always',
    handle: remove,
  },
];

function ceremonyOf({ config, secrets, now }: OwnerParts): Ceremony {
  return { siteUrl: config.siteUrl, secrets, now: now() };
}

async function options({ found, parts }: PublicRequest): Promise<PublicAnswer> {
  const own = found.state === 'live' ? await passkeysOf(parts.write, found.session.owner.id) : [];
  return { json: await signInOptions(ceremonyOf(parts), own) };
}

async function signIn(request: PublicRequest): Promise<PublicAnswer> {
  const { body, parts } = request;
  const { response } = fieldsOf(body);
  const unknown = { field: 'passkey', code: 'unknown' };
  const passkey = await findPasskey(parts.write, textIn(response, 'id'));
  if (passkey === undefined) return refuseTry(request, unknown);
  const account = `owner ${passkey.owner_id}`;
  const done = await verifySignIn(ceremonyOf(parts), passkey, response);
  if (done === null) return refuseTry(request, unknown, account);
  const now = parts.now();
  const answer = await parts.write.transaction().execute(async (trx) => {
    if (!(await useChallenge(trx, { ...done.challenge, now }))) return null;
    await notePasskeyUse(trx, passkey.id, { ...done, now });
    return letIn(trx, request, { owner: passkey.owner_id, proven: true });
  });
  return answer ?? refuseTry(request, unknown, account);
}

async function list({ owner, parts }: Ask): Promise<Answer> {
  return { json: { rows: (await passkeysOf(parts.write, owner.id)).map(shown) } };
}

async function optionsToAdd({ owner, body, parts }: Ask): Promise<Answer> {
  const passkeys = await passkeysOf(parts.write, owner.id);
  if (passkeys.length >= MOST_PASSKEYS) return { problem: 'conflict' };
  const isElsewhere = fieldsOf(body)['elsewhere'] === true;
  return { json: await registrationOptions(ceremonyOf(parts), owner, { passkeys, isElsewhere }) };
}

async function add({ owner, body, parts, audit }: Ask): Promise<Answer> {
  if ((await countPasskeys(parts.write, owner.id)) >= MOST_PASSKEYS) return { problem: 'conflict' };
  const name = textIn(body, 'name').trim();
  if (name === '') return NAMELESS;
  const { response } = fieldsOf(body);
  const made = await verifyRegistration(ceremonyOf(parts), owner.id, response);
  const unknown: Answer = { problem: 'invalid-fields', fields: [{ field: 'passkey', code: 'unknown' }] };
  if (made === null) return unknown;
  const now = parts.now();
  const id = await parts.write.transaction().execute(async (trx) => {
    if (!(await useChallenge(trx, { ...made.challenge, now }))) return null;
    return addPasskey(trx, { owner: owner.id, name, passkey: made.passkey, now });
  });
  if (id === null) return unknown;
  await audit('passkey-added');
  return { json: { id } };
}

const NAMELESS: Answer = { problem: 'invalid-fields', fields: [{ field: 'name', code: 'missing' }] };

async function rename({ owner, params, body, parts }: Ask): Promise<Answer> {
  const name = textIn(body, 'name').trim();
  if (name === '') return NAMELESS;
  const done = await renamePasskey(parts.write, { owner: owner.id, id: Number(params['id']), name });
  return done ? { json: { ok: true } } : { problem: 'not-found' };
}

async function remove({ owner, params, parts, audit }: Ask): Promise<Answer> {
  const done = await removePasskey(parts.write, { owner: owner.id, id: Number(params['id']) });
  if (!done) return { problem: 'not-found' };
  await audit('passkey-removed');
  return { json: { ok: true } };
}
