import { isLanguage } from '#contract/language.ts';
import { LINK_MS, OWNER_NAME_LENGTH, type Invited } from '#contract/owner/session.ts';
import type { FieldProblem } from '#contract/problem.ts';
import { parseAddress } from '#contract/subscribe.ts';
import { endInvitations, linkTo, makeInvitation } from '#server/owners/links.ts';
import { inviteOwner, listOwners, removeOwner } from '#server/owners/owners.ts';
import { mailLink } from '#server/owners/sign-in-mail.ts';
import { fieldsOf, textIn } from '#server/web/owner/asked.ts';
import type { Answer, Ask, OwnerRoute } from '#server/web/owner/route.ts';

const SMALL = 4 * 1024;

export const OWNERS_ROUTES: readonly OwnerRoute[] = [
  { method: 'GET', path: '/owners', about: 'Who may come to the dashboard.', handle: list },
  {
    method: 'POST',
    path: '/owners',
    about:
      'Invites an owner: by mail where mails leave and there is an address, else by a link to hand over.',
    bodyLimit: SMALL,
    proof: 'always',
    handle: invite,
  },
  {
    method: 'POST',
    path: '/owners/:id/invite',
    about: 'Invites once more who has not come in yet; the link of before ends.',
    bodyLimit: SMALL,
    proof: 'always',
    handle: inviteAgain,
  },
  {
    method: 'POST',
    path: '/owners/:id/remove',
    about: 'Takes the access of an owner away, with all sessions and passkeys; never that of the last one.',
    bodyLimit: SMALL,
    proof: 'always',
    handle: remove,
  },
];

async function list({ parts }: Ask): Promise<Answer> {
  return { json: { rows: await listOwners(parts.read) } };
}

async function invite(ask: Ask): Promise<Answer> {
  const { body, parts } = ask;
  const { write, now } = parts;
  const name = textIn(body, 'name').trim().slice(0, OWNER_NAME_LENGTH);
  const given = textIn(body, 'email');
  const email = given === '' ? null : parseAddress(given);
  const { language } = fieldsOf(body);
  const wrong: FieldProblem[] = [];
  if (name === '') wrong.push({ field: 'name', code: 'missing' });
  if (email !== null && !email.ok) wrong.push({ field: 'email', code: email.code });
  if (!isLanguage(language)) wrong.push({ field: 'language', code: 'invalid' });
  const key = email?.ok ? email.key : null;
  if (wrong.length > 0 || !isLanguage(language)) return { problem: 'invalid-fields', fields: wrong };
  const id = await inviteOwner(write, { name, email: key, language, now: now() });
  if (id === 'too-many') return { problem: 'conflict' };
  if (id === 'taken') return { problem: 'invalid-fields', fields: [{ field: 'email', code: 'taken' }] };
  await ask.audit('owner-invited', { owner: id });
  return { json: await linkFor(ask, id, key) };
}

async function inviteAgain(ask: Ask): Promise<Answer> {
  const id = Number(ask.params['id']);
  const invited = (await listOwners(ask.parts.write)).find((one) => one.id === id);
  if (invited === undefined) return { problem: 'not-found' };
  // Who has come in signs in alone: nobody takes the place of another.
  if (invited.cameIn) return { problem: 'conflict' };
  await ask.audit('owner-invited', { owner: id });
  return { json: await linkFor(ask, id, invited.email) };
}

async function linkFor({ parts }: Ask, owner: number, email: string | null): Promise<Invited> {
  const { config, write, secrets, now, poke } = parts;
  const at = now();
  const invited = await write.transaction().execute(async (trx) => {
    await endInvitations(trx, owner, at);
    if (email === null || config.smtpUrl === null) {
      const link = linkTo(config.siteUrl, await makeInvitation(trx, owner, at));
      return { id: owner, mailed: false, link, expiresAt: at + LINK_MS };
    }
    const expiresAt = await mailLink(trx, secrets, { owner, now: at, kind: 'invite' });
    return { id: owner, mailed: true, link: null, expiresAt };
  });
  if (invited.mailed) poke();
  return invited;
}

async function remove({ params, parts, audit }: Ask): Promise<Answer> {
  const id = Number(params['id']);
  const ended = await parts.write.transaction().execute((trx) => removeOwner(trx, id));
  if (ended === 'missing') return { problem: 'not-found' };
  if (ended === 'last') return { problem: 'conflict' };
  await audit('owner-removed', { owner: id });
  return { json: { ok: true } };
}
