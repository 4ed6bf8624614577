import * as v from 'valibot';
import { LANGUAGES } from '#contract/language.ts';
import { LINK_MS, OWNER_NAME_LENGTH, type Invited } from '#contract/owner/session.ts';
import { parseAddress } from '#contract/subscribe.ts';
import { endInvitations, linkTo, makeInvitation } from '#server/owners/links.ts';
import { inviteOwner, listOwners, removeOwner } from '#server/owners/owners.ts';
import { mailLink } from '#server/owners/sign-in-mail.ts';
import { text } from '#server/web/owner/body.ts';
import {
  type Answer,
  type Ask,
  DONE,
  get,
  NOT_FOUND,
  type OwnerRoute,
  post,
  wrongField,
} from '#server/web/owner/route.ts';

const INVITED = v.object({
  name: text(1_000),
  email: v.optional(text(1_000), ''),
  language: v.picklist(LANGUAGES),
});

export const OWNERS_ROUTES: readonly OwnerRoute[] = [
  get('/owners', 'Lists the owners.', list),
  post(
    'always',
    '/owners',
    'Invites an owner: by email where possible, otherwise with a link to pass on.',
    invite,
    INVITED,
  ),
  post(
    'always',
    '/owners/:id/invite',
    'Sends a new invitation; the previous link stops working.',
    inviteAgain,
  ),
  post(
    'always',
    '/owners/:id/remove',
    'Removes an owner with all sessions and passkeys; never the last one.',
    remove,
  ),
];

async function list({ parts }: Ask): Promise<Answer> {
  return { json: { rows: await listOwners(parts.read) } };
}

async function invite(ask: Ask<typeof INVITED>): Promise<Answer> {
  const { body, parts } = ask;
  const { write, now } = parts;
  const name = body.name.trim().slice(0, OWNER_NAME_LENGTH);
  if (name === '') return wrongField('name', 'missing');
  const email = body.email === '' ? null : parseAddress(body.email);
  if (email !== null && !email.ok) return wrongField('email', email.code);
  const key = email?.key ?? null;
  const id = await inviteOwner(write, { name, email: key, language: body.language, now: now() });
  if (id === 'too-many') return { problem: 'conflict' };
  if (id === 'taken') return wrongField('email', 'taken');
  await ask.audit('owner-invited', { owner: id });
  return { json: await linkFor(ask, id, key) };
}

async function inviteAgain(ask: Ask): Promise<Answer> {
  const { id } = ask;
  const invited = (await listOwners(ask.parts.write)).find((one) => one.id === id);
  if (invited === undefined) return NOT_FOUND;
  // Owners who have signed in manage themselves: nobody takes another's place.
  if (invited.hasSignedIn) return { problem: 'conflict' };
  await ask.audit('owner-invited', { owner: id });
  return { json: await linkFor(ask, id, invited.email) };
}

async function linkFor({ parts }: Pick<Ask, 'parts'>, owner: number, email: string | null): Promise<Invited> {
  const { config, write, secrets, now, poke } = parts;
  const at = now();
  const invited = await write.transaction().execute(async (trx) => {
    await endInvitations(trx, owner, at);
    if (email === null || config.mailRoute.is !== 'server') {
      const link = linkTo(config.siteUrl, await makeInvitation(trx, owner, at));
      return { id: owner, mailed: false, link, expiresAt: at + LINK_MS };
    }
    const expiresAt = await mailLink(trx, secrets, { owner, now: at, kind: 'invite' });
    return { id: owner, mailed: true, link: null, expiresAt };
  });
  if (invited.mailed) poke();
  return invited;
}

async function remove({ id, parts, audit }: Ask): Promise<Answer> {
  const ended = await parts.write.transaction().execute((trx) => removeOwner(trx, id));
  if (ended === 'missing') return NOT_FOUND;
  if (ended === 'last') return { problem: 'conflict' };
  await audit('owner-removed', { owner: id });
  return DONE;
}
