import type { Kysely, Transaction } from '#kysely';
import type { Language } from '#contract/language.ts';
import { PROOF_MS, SESSION_IDLE_MS, SESSION_LONGEST_MS, type SessionRow } from '#contract/owner/session.ts';
import { MINUTE } from '#contract/time.ts';
import type { Tables } from '#server/store/schema.ts';
import { hashOfToken, isWithin, MOST_AHEAD, newToken } from './token.ts';

/** How long requests in progress may read with the cookie from before the last proof. */
const BEFORE_MS = 10_000;

/** A live session, or why there is none. */
export type FoundSession = { state: 'live'; session: LiveSession } | { state: 'idle' | 'day' | 'none' };

export type LiveSession = {
  id: number;
  owner: { id: number; name: string; language: Language; email: string | null };
  createdAt: number;
  usedAt: number;
  proofAt: number | null;
  /** The first passkey added in it proves at once. */
  isVouched: boolean;
  /** With the cookie from before the last proof: read-only. */
  isBefore: boolean;
};

/** How a session began: `proven`, by a passkey or a link from the server; `vouched`, by an invitation; else by mail. */
export type Begun = 'proven' | 'vouched' | 'mailed';

/** Returns the token for the cookie. */
export async function beginSession(
  trx: Transaction<Tables>,
  { owner, agent, begun, now }: { owner: number; agent: string; begun: Begun; now: number },
): Promise<{ id: number; token: string }> {
  const token = newToken();
  const { id } = await trx
    .insertInto('owner_session')
    .values({
      owner_id: owner,
      hash: hashOfToken(token),
      created_at: now,
      used_at: now,
      proof_at: begun === 'proven' ? now : null,
      vouched: begun === 'mailed' ? 0 : 1,
      agent,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('owner')
    .set({ signed_in_at: now })
    .where('id', '=', owner)
    .where('signed_in_at', 'is', null)
    .execute();
  return { id, token };
}

/** Rotates the token after a fresh proof, so that a stolen old one does not gain from it. */
export async function proveSession(
  trx: Transaction<Tables>,
  { id, token: before, now }: { id: number; token: string; now: number },
): Promise<string> {
  const token = newToken();
  await trx
    .updateTable('owner_session')
    .set({
      hash: hashOfToken(token),
      previous_hash: hashOfToken(before),
      used_at: now,
      proof_at: now,
      vouched: 1,
    })
    .where('id', '=', id)
    .execute();
  return token;
}

export async function findSession(query: Kysely<Tables>, token: string, now: number): Promise<FoundSession> {
  const hash = hashOfToken(token);
  const row = await query
    .selectFrom('owner_session as s')
    .innerJoin('owner as o', 'o.id', 's.owner_id')
    .select([
      's.id',
      's.hash',
      's.created_at',
      's.used_at',
      's.proof_at',
      's.ended_at',
      's.owner_id',
      's.vouched',
    ])
    .select(['o.name', 'o.language', 'o.email'])
    .where((or) => or.or([or('s.hash', '=', hash), or('s.previous_hash', '=', hash)]))
    .executeTakeFirst();
  if (row === undefined || row.ended_at !== null) return { state: 'none' };
  const isBefore = row.hash !== hash;
  if (isBefore && !isWithin(row.proof_at ?? 0, BEFORE_MS, now)) return { state: 'none' };
  if (!isWithin(row.created_at, SESSION_LONGEST_MS, now)) return { state: 'day' };
  if (!isWithin(row.used_at, SESSION_IDLE_MS, now)) return { state: 'idle' };
  const owner = { id: row.owner_id, name: row.name, language: row.language, email: row.email };
  const { id, created_at: createdAt, used_at: usedAt, proof_at: proofAt } = row;
  const isVouched = row.vouched === 1;
  return { state: 'live', session: { id, owner, createdAt, usedAt, proofAt, isVouched, isBefore } };
}

/** By a passkey or a link from the server, a short while ago. */
export function isProven({ proofAt }: Pick<LiveSession, 'proofAt'>, now: number): boolean {
  return proofAt !== null && isWithin(proofAt, PROOF_MS, now);
}

/** At most once a minute: polling writes nothing. */
export async function touchSession(
  query: Kysely<Tables>,
  { id, usedAt }: Pick<LiveSession, 'id' | 'usedAt'>,
  now: number,
): Promise<void> {
  if (now - usedAt < MINUTE) return;
  await query.updateTable('owner_session').set({ used_at: now }).where('id', '=', id).execute();
}

function liveOf(query: Kysely<Tables>, owner: number, now: number) {
  return query
    .selectFrom('owner_session')
    .where('owner_id', '=', owner)
    .where('ended_at', 'is', null)
    .where('created_at', '>', now - SESSION_LONGEST_MS)
    .where('used_at', '>', now - SESSION_IDLE_MS)
    .where('used_at', '<', now + MOST_AHEAD);
}

/** The newest first. */
export async function listSessions(
  query: Kysely<Tables>,
  { owner, current, now }: { owner: number; current: number; now: number },
): Promise<SessionRow[]> {
  const rows = await liveOf(query, owner, now)
    .select(['id', 'agent', 'created_at', 'used_at'])
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ id, agent, created_at, used_at }) => {
    return { id, agent, createdAt: created_at, usedAt: used_at, current: id === current };
  });
}

/** Returns false if this owner has no such live session. */
export async function endSession(
  query: Kysely<Tables>,
  { owner, id, now }: { owner: number; id: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('owner_session')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('owner_id', '=', owner)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function endOtherSessions(
  query: Kysely<Tables>,
  { owner, current, now }: { owner: number; current: number; now: number },
): Promise<void> {
  await query
    .updateTable('owner_session')
    .set({ ended_at: now })
    .where('owner_id', '=', owner)
    .where('id', '!=', current)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends the sessions of an owner that a reader of the mailbox can have begun. */
export async function endMailedSessions(query: Kysely<Tables>, owner: number, now: number): Promise<void> {
  await query
    .updateTable('owner_session')
    .set({ ended_at: now })
    .where('owner_id', '=', owner)
    .where('vouched', '=', 0)
    .where('ended_at', 'is', null)
    .execute();
}

const BROWSERS = [
  ['Edge', /\bEdg/],
  ['Samsung Internet', /\bSamsungBrowser/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** Browser and system: enough to recognise one's own devices, too little to identify anybody. */
export function agentOf(header: string | undefined): string {
  const text = (header ?? '').slice(0, 512);
  const known = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, sign]) => sign.test(text))?.[0];
  return [known(BROWSERS), known(SYSTEMS)].filter((word) => word !== undefined).join(', ') || '?';
}
