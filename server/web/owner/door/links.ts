import { isLanguage } from '#contract/language.ts';
import { OWNER_NAME_LENGTH } from '#contract/owner/session.ts';
import { lookAtLink, takeLink, type BadLink } from '#server/owners/links.ts';
import { fieldsOf, textIn } from '#server/web/owner/asked.ts';
import type { DoorAnswer, Knock, OwnerRoute } from '#server/web/owner/route.ts';
import { letIn, refuseTry } from './let-in.ts';

const SMALL = 4 * 1024;

export const LINK_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'POST',
    path: '/session/link/look',
    about: 'Says what a sign-in link is, without using it up.',
    bodyLimit: SMALL,
    enter: lookAt,
  },
  {
    method: 'POST',
    path: '/session/link',
    about: 'Signs in by a link from the server, from an invitation or from a mail.',
    bodyLimit: SMALL,
    enter: follow,
  },
];

async function lookAt(knock: Knock): Promise<DoorAnswer> {
  const { body, browser, parts } = knock;
  const looked = await lookAtLink(parts.write, { token: textIn(body, 'token'), browser, now: parts.now() });
  if (!looked.ok) return refuseLink(knock, looked);
  const { kind, expiresAt } = looked;
  return { json: { kind, expiresAt } };
}

async function follow(knock: Knock): Promise<DoorAnswer> {
  const { body, browser, parts } = knock;
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
    return taken.ok ? { ok: true as const, answer: await letIn(trx, knock, taken) } : taken;
  });
  if (entered.ok) return entered.answer;
  if (entered.code !== 'name-missing') return refuseLink(knock, entered);
  return { problem: 'invalid-fields', fields: [{ field: 'name', code: 'missing' }] };
}

/** A link is known where it was asked for in another browser. */
function refuseLink(knock: Knock, bad: BadLink): Promise<DoorAnswer> {
  const account = bad.code === 'other-browser' ? `link ${bad.owner}` : undefined;
  return refuseTry(knock, { field: 'token', code: bad.code }, account);
}
