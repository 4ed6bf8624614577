import { PROOF_MS, SESSION_LONGEST_MS, type SessionInfo } from '#contract/owner/session.ts';
import { listAuditEvents } from '#server/owners/audit-log.ts';
import { countPasskeys } from '#server/owners/passkeys.ts';
import { endOtherSessions, endSession, isProven, listSessions } from '#server/owners/sessions.ts';
import { idIn } from '#server/web/owner/asked.ts';
import { cookieOf } from '#server/web/owner/cookies.ts';
import type { Answer, Ask, PublicAnswer, PublicRequest, OwnerRoute } from '#server/web/owner/route.ts';

const SMALL = 4 * 1024;

/** Who is inside, and how to leave. */
export const SESSION_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'GET',
    path: '/session',
    about: 'Says who is signed in, and until when. Answers everybody.',
    isPublic: true,
    handle: showSession,
  },
  {
    method: 'POST',
    path: '/session/end',
    about: 'Signs out.',
    bodyLimit: SMALL,
    isPublic: true,
    handle: signOut,
  },
  { method: 'GET', path: '/sessions', about: 'Where this owner is signed in.', handle: sessions },
  {
    method: 'POST',
    path: '/sessions/:id/end',
    about: 'Ends one of the sessions of this owner.',
    bodyLimit: SMALL,
    proof: 'with-passkey',
    handle: endOne,
  },
  {
    method: 'POST',
    path: '/sessions/end-others',
    about: 'Ends all sessions of this owner but the one that asks.',
    bodyLimit: SMALL,
    proof: 'with-passkey',
    handle: endOthers,
  },
  {
    method: 'GET',
    path: '/audit-log',
    about: 'What owners did, the newest first; a page from `before` on.',
    handle: auditLog,
  },
];

async function showSession({ found, parts }: PublicRequest): Promise<PublicAnswer> {
  const mail = parts.config.smtpUrl !== null;
  if (found.state !== 'live') {
    const ended = found.state === 'none' ? null : found.state;
    return { json: { signedIn: false, mail, ended } satisfies SessionInfo };
  }
  const { owner, proofAt, createdAt } = found.session;
  const info: SessionInfo = {
    signedIn: true,
    mail,
    owner,
    passkeys: await countPasskeys(parts.write, owner.id),
    provenUntil: proofAt !== null && isProven({ proofAt }, parts.now()) ? proofAt + PROOF_MS : null,
    endsAt: createdAt + SESSION_LONGEST_MS,
  };
  return { json: info };
}

async function signOut({ found, parts }: PublicRequest): Promise<PublicAnswer> {
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

async function auditLog({ query, parts }: Ask): Promise<Answer> {
  const before = query.get('before');
  const id = idIn(before);
  if (before !== null && id === null) return { problem: 'malformed' };
  return { json: await listAuditEvents(parts.read, id) };
}
