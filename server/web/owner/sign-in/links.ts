import * as v from 'valibot';
import { LANGUAGES } from '#contract/language.ts';
import { OWNER_NAME_LENGTH } from '#contract/owner/session.ts';
import { isAddress } from '#server/deliver/message.ts';
import { lookAtLink, takeLink, type BadLink } from '#server/owners/links.ts';
import { text } from '#server/web/owner/body.ts';
import {
  type PublicAnswer,
  publicPost,
  type PublicRequest,
  type OwnerRoute,
  wrongField,
} from '#server/web/owner/route.ts';
import { letIn, refuseTry } from './let-in.ts';

const TOKEN = v.object({ token: text(200) });
/** `name`, `email`, `language`: of the first owner. */
const USED = v.object({
  ...TOKEN.entries,
  name: v.optional(text(1_000), ''),
  email: v.optional(text(1_000), ''),
  language: v.nullish(v.picklist(LANGUAGES), null),
});

export const LINK_ROUTES: readonly OwnerRoute[] = [
  publicPost('/session/link/look', 'Shows what kind of sign-in link it is, without using it.', lookAt, TOKEN),
  publicPost(
    '/session/link',
    'Signs in with a link from the server, an invitation or an email.',
    follow,
    USED,
  ),
];

async function lookAt(request: PublicRequest<typeof TOKEN>): Promise<PublicAnswer> {
  const { body, browser, parts } = request;
  const looked = await lookAtLink(parts.write, { token: body.token, browser, now: parts.now() });
  if (!looked.ok) return refuseLink(request, looked);
  const { kind, expiresAt } = looked;
  return { json: { kind, expiresAt } };
}

async function follow(request: PublicRequest<typeof USED>): Promise<PublicAnswer> {
  const { body, browser, parts } = request;
  const { config, now } = parts;
  const email = body.email.trim() || config.ownerEmail;
  if (email !== null && !isAddress(email)) return wrongField('email', 'invalid');
  const shown = {
    token: body.token,
    browser,
    name: body.name.trim().slice(0, OWNER_NAME_LENGTH),
    language: body.language ?? config.ownerLanguage,
    email: email?.toLowerCase() ?? null,
    now: now(),
  };
  const entered = await parts.write.transaction().execute(async (trx) => {
    const taken = await takeLink(trx, shown);
    return taken.ok ? { ok: true as const, answer: await letIn(trx, request, taken) } : taken;
  });
  if (entered.ok) return entered.answer;
  if (entered.code !== 'name-missing') return refuseLink(request, entered);
  return wrongField('name', 'missing');
}

/** A link used in another browser than the one that requested it still identifies its owner. */
function refuseLink(request: PublicRequest, bad: BadLink): Promise<PublicAnswer> {
  const account = bad.code === 'other-browser' ? `link ${bad.owner}` : undefined;
  return refuseTry(request, { field: 'token', code: bad.code }, account);
}
