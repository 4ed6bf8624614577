import { PROOF_MS, SESSION_LONGEST_MS, type SessionInfo } from '#contract/owner/session.ts';
import { listAuditEvents } from '#server/owners/audit-log.ts';
import { passkeysOf, proves } from '#server/owners/passkeys.ts';
import { endOtherSessions, endSession, isProven, listSessions } from '#server/owners/sessions.ts';
import { idIn } from '#server/web/owner/asked.ts';
import { cookieOf } from '#server/web/owner/cookies.ts';
import {
  type Answer,
  type Ask,
  DONE,
  get,
  MALFORMED,
  NOT_FOUND,
  type OwnerRoute,
  post,
  type PublicAnswer,
  publicPost,
  type PublicRequest,
} from '#server/web/owner/route.ts';

/** Who is signed in, and how to sign out. */
export const SESSION_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'GET',
    path: '/session',
    about: 'Shows who is signed in, and until when. Public.',
    isPublic: true,
    handle: showSession,
  },
  publicPost('/session/end', 'Signs out.', signOut),
  get('/sessions', 'Lists where this owner is signed in.', sessions),
  post('with-passkey', '/sessions/:id/end', 'Ends one of this owner’s sessions.', endOne),
  post(
    'with-passkey',
    '/sessions/end-others',
    'Ends all of this owner’s sessions except the current one.',
    endOthers,
  ),
  get('/audit-log', 'Shows the audit log, newest first; `before` pages back.', auditLog),
];

async function showSession({ found, parts }: PublicRequest): Promise<PublicAnswer> {
  const mail = parts.config.mailRoute.is === 'server';
  if (found.state !== 'live') {
    const ended = found.state === 'none' ? null : found.state;
    const address = new URL(parts.config.siteUrl).origin;
    return { json: { signedIn: false, address, mail, ended } satisfies SessionInfo };
  }
  const { owner, proofAt, createdAt, isVouched } = found.session;
  const now = parts.now();
  const passkeys = await passkeysOf(parts.write, owner.id);
  const info: SessionInfo = {
    signedIn: true,
    mail,
    owner,
    passkeys: passkeys.length,
    proofBy: passkeys.some((one) => proves(one, now))
      ? 'passkey'
      : isVouched && passkeys.length === 0
        ? 'first-passkey'
        : 'server-link',
    provenUntil: proofAt !== null && isProven({ proofAt }, now) ? proofAt + PROOF_MS : null,
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

async function endOne({ owner, id, parts }: Ask): Promise<Answer> {
  const isEnded = await endSession(parts.write, { owner: owner.id, id, now: parts.now() });
  return isEnded ? DONE : NOT_FOUND;
}

async function endOthers({ owner, parts }: Ask): Promise<Answer> {
  await endOtherSessions(parts.write, { owner: owner.id, current: owner.sessionId, now: parts.now() });
  return DONE;
}

async function auditLog({ query, parts }: Ask): Promise<Answer> {
  const before = query.get('before');
  const id = idIn(before);
  if (before !== null && id === null) return MALFORMED;
  return { json: await listAuditEvents(parts.read, id) };
}
