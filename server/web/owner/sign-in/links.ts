import { isLanguage } from '#contract/language.ts';
import { OWNER_NAME_LENGTH } from '#contract/owner/session.ts';
import { lookAtLink, takeLink, type BadLink } from '#server/owners/links.ts';
import { fieldsOf, textIn } from '#server/web/owner/asked.ts';
import type { PublicAnswer, PublicRequest, OwnerRoute } from '#server/web/owner/route.ts';
import { letIn, refuseTry } from './let-in.ts';

const SMALL = 4 * 1024;

export const LINK_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'POST',
    path: '/session/link/look',
    about: 'Says what a sign-in link is, without using it up.',
    bodyLimit: SMALL,
    isPublic: true,
    handle: lookAt,
  },
  {
    method: 'POST',
    path: '/session/link',
    about: 'Signs in by a link from the server, from an invitation or from a mail.',
    bodyLimit: SMALL,
    isPublic: true,
    handle: follow,
  },
];

async function lookAt(request: PublicRequest): Promise<PublicAnswer> {
  const { body, browser, parts } = request;
  const looked = await lookAtLink(parts.write, { token: textIn(body, 'token'), browser, now: parts.now() });
  if (!looked.ok) return refuseLink(request, looked);
  const { kind, expiresAt } = looked;
  return { json: { kind, expiresAt } };
}

async function follow(request: PublicRequest): Promise<PublicAnswer> {
  const { body, browser, parts } = request;
  const { config, now } = parts;
  const { language } = fieldsOf(body);
  const shown = {
    token: textIn(body, 'token'),
    browser,
    name: textIn(body, 'name').trim().slice(0, OWNER_NAME_LENGTH),
    language: isLanguage(language) ? language : config.ownerLanguage,
    email: config.ownerEmail?.toLowerCase() ?? null,
    now: now(),
  };
  const entered = await parts.write.transaction().execute(async (trx) => {
    const taken = await takeLink(trx, shown);
    return taken.ok ? { ok: true as const, answer: await letIn(trx, request, taken) } : taken;
  });
  if (entered.ok) return entered.answer;
  if (entered.code !== 'name-missing') return refuseLink(request, entered);
  return { problem: 'invalid-fields', fields: [{ field: 'name', code: 'missing' }] };
}

/** A link is known where it was asked for in another browser. */
function refuseLink(request: PublicRequest, bad: BadLink): Promise<PublicAnswer> {
  const account = bad.code === 'other-browser' ? `link ${bad.owner}` : undefined;
  return refuseTry(request, { field: 'token', code: bad.code }, account);
}
