import type { Transaction } from '#kysely';
import { isLanguage } from '#contract/language.ts';
import {
  OWNER_NAME_LENGTH,
  PROOF_MS,
  SESSION_LONGEST_MS,
  type SessionInfo,
} from '#contract/owner/session.ts';
import { keepDeed, listDeeds } from '#server/owners/deeds.ts';
import { lookAtLink, takeLink, type BadLink } from '#server/owners/links.ts';
import { readOwner } from '#server/owners/owners.ts';
import { countPasskeys } from '#server/owners/passkeys.ts';
import {
  agentOf,
  beginSession,
  endOtherSessions,
  endSession,
  listSessions,
  proveSession,
} from '#server/owners/sessions.ts';
import type { Tables } from '#server/store/schema.ts';
import { cookieOf } from './cookies.ts';
import type { Answer, Ask, DoorAnswer, Knock, OwnerRoute } from './route.ts';

const SMALL = 4 * 1024;

/** The door, and who is inside. */
export const SESSION_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'GET',
    path: '/session',
    about: 'Says who is signed in, and until when. Answers everybody.',
    enter: showSession,
  },
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
    enter: followLink,
  },
  {
    method: 'POST',
    path: '/session/end',
    about: 'Signs out.',
    bodyLimit: SMALL,
    enter: signOut,
  },
  { method: 'GET', path: '/sessions', about: 'Where this owner is signed in.', handle: sessions },
  {
    method: 'POST',
    path: '/sessions/:id/end',
    about: 'Ends one of the sessions of this owner.',
    bodyLimit: SMALL,
    handle: endOne,
  },
  {
    method: 'POST',
    path: '/sessions/end-others',
    about: 'Ends all sessions of this owner but the one that asks.',
    bodyLimit: SMALL,
    handle: endOthers,
  },
  {
    method: 'GET',
    path: '/deeds',
    about: 'What owners did, the newest first; a page from `before` on.',
    handle: deeds,
  },
];

async function showSession({ found, parts }: Knock): Promise<DoorAnswer> {
  const mail = parts.config.smtpUrl !== null;
  if (found.state !== 'live') {
    const ended = found.state === 'none' ? null : found.state;
    return { json: { signedIn: false, mail, ended } satisfies SessionInfo };
  }
  const { owner, proofAt, createdAt } = found.session;
  const isProven = proofAt !== null && parts.now() - proofAt < PROOF_MS;
  const info: SessionInfo = {
    signedIn: true,
    mail,
    owner,
    passkeys: await countPasskeys(parts.write, owner.id),
    provenUntil: isProven ? proofAt + PROOF_MS : null,
    endsAt: createdAt + SESSION_LONGEST_MS,
  };
  return { json: info };
}

async function lookAt({ body, browser, parts }: Knock): Promise<DoorAnswer> {
  const looked = await lookAtLink(parts.write, { token: textIn(body, 'token'), browser, now: parts.now() });
  if (!looked.ok) return badLink(looked);
  const { kind, expiresAt } = looked;
  return { json: { kind, expiresAt } };
}

function badLink({ code }: BadLink): DoorAnswer {
  return { problem: 'invalid-fields', fields: [{ field: 'token', code }] };
}

async function followLink(knock: Knock): Promise<DoorAnswer> {
  const { body, browser, parts } = knock;
  const { config, now } = parts;
  const language = (body as { language?: unknown } | null)?.language;
  const shown = {
    token: textIn(body, 'token'),
    browser,
    name: textIn(body, 'name').trim().slice(0, OWNER_NAME_LENGTH),
    language: isLanguage(language) ? language : config.ownerLanguage,
    email: config.ownerEmail,
    now: now(),
  };
  return parts.write.transaction().execute(async (trx) => {
    const taken = await takeLink(trx, shown);
    if (taken.ok) return letIn(trx, knock, taken);
    if (taken.code !== 'name-missing') return badLink({ ok: false, code: taken.code });
    return { problem: 'invalid-fields', fields: [{ field: 'name', code: 'missing' }] } satisfies DoorAnswer;
  });
}

/** A new session, whatever cookie came with the request; or the same one under a new token where its owner has proved it anew. */
export async function letIn(
  trx: Transaction<Tables>,
  { found, token: before, userAgent, parts }: Knock,
  { owner, proven }: { owner: number; proven: boolean },
): Promise<DoorAnswer> {
  const now = parts.now();
  const { siteUrl } = parts.config;
  const held = found.state === 'live' ? found.session : null;
  if (held !== null && before !== null && held.owner.id === owner && proven && !held.isBefore) {
    const token = await proveSession(trx, { id: held.id, token: before, now });
    const left = held.createdAt + SESSION_LONGEST_MS - now;
    return { json: { ok: true }, cookies: [cookieOf('session', siteUrl, token, Math.ceil(left / 1000))] };
  }
  if (held !== null) await endSession(trx, { owner: held.owner.id, id: held.id, now });
  const { token } = await beginSession(trx, { owner, agent: agentOf(userAgent), proven, now });
  const { name } = await readOwner(trx, owner);
  await keepDeed(trx, { id: owner, name }, 'signed-in', {}, now);
  return {
    json: { ok: true },
    cookies: [cookieOf('session', siteUrl, token, SESSION_LONGEST_MS / 1000)],
  };
}

async function signOut({ found, parts }: Knock): Promise<DoorAnswer> {
  if (found.state === 'live') {
    const { id, owner } = found.session;
    await endSession(parts.write, { owner: owner.id, id, now: parts.now() });
  }
  return { json: { ok: true }, cookies: [cookieOf('session', parts.config.siteUrl, '', 0)] };
}

async function sessions({ owner, parts }: Ask): Promise<Answer> {
  const which = { owner: owner.id, current: owner.sessionId, now: parts.now() };
  return { json: { rows: await listSessions(parts.write, which) } };
}

async function endOne({ owner, params, parts }: Ask): Promise<Answer> {
  const which = { owner: owner.id, id: Number(params['id']), now: parts.now() };
  return (await endSession(parts.write, which)) ? { json: { ok: true } } : { problem: 'not-found' };
}

async function endOthers({ owner, parts }: Ask): Promise<Answer> {
  await endOtherSessions(parts.write, { owner: owner.id, current: owner.sessionId, now: parts.now() });
  return { json: { ok: true } };
}

async function deeds({ query, parts }: Ask): Promise<Answer> {
  const before = query.get('before');
  if (before !== null && !/^[1-9]\d{0,14}$/.test(before)) return { problem: 'malformed' };
  return { json: await listDeeds(parts.read, before === null ? null : Number(before)) };
}

/** Empty where there is no such text. */
function textIn(body: unknown, name: string): string {
  const value = (body as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value : '';
}
