import type { Kysely, Transaction } from '#kysely';
import type { Language } from '#contract/language.ts';
import { LINK_MS, SETUP_LINK_MS, type LookedLink } from '#contract/owner/session.ts';
import type { Tables } from '#server/store/schema.ts';
import { addOwner } from './owners.ts';
import type { Begun } from './sessions.ts';
import { hashOfToken, isWithin, newToken } from './token.ts';

/** The target of links; the token is in the fragment, which no server and no log sees. */
const SIGN_IN = '/dashboard/sign-in';

export function linkTo(siteUrl: string, token: string): string {
  return `${siteUrl}${SIGN_IN}#${token}`;
}

type NewLink = {
  token: string;
  kind: 'server' | 'invite' | 'mail';
  /** Null: the link creates the first owner, who enters a name or gets `name`. */
  owner: number | null;
  name?: string | null;
  /** The cookie of the only browser in which it works. */
  browser?: string | null;
  now: number;
  /** Milliseconds. */
  lasts: number;
};

/** Stores the hash of a link, and returns when it expires. */
export async function keepLink(query: Kysely<Tables>, link: NewLink): Promise<number> {
  const { token, kind, owner, name = null, browser = null, now, lasts } = link;
  const expiresAt = now + lasts;
  await query
    .insertInto('owner_link')
    .values({
      hash: hashOfToken(token),
      kind,
      owner_id: owner,
      name,
      browser: browser && hashOfToken(browser),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return expiresAt;
}

/** Creates a link from the command line. */
export async function makeServerLink(
  query: Kysely<Tables>,
  order: Pick<NewLink, 'owner' | 'name' | 'now'>,
): Promise<{ token: string; expiresAt: number }> {
  const token = newToken();
  const lasts = order.owner === null ? SETUP_LINK_MS : LINK_MS;
  return { token, expiresAt: await keepLink(query, { ...order, token, kind: 'server', lasts }) };
}

/** Expires unused invitations: a newer one replaces them. */
export async function endInvitations(query: Kysely<Tables>, owner: number, now: number): Promise<void> {
  await query
    .updateTable('owner_link')
    .set({ expires_at: now })
    .where('owner_id', '=', owner)
    .where('kind', '=', 'invite')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
}

/** Creates a link for an owner who has not signed in yet, to be handed over. */
export async function makeInvitation(query: Kysely<Tables>, owner: number, now: number): Promise<string> {
  const token = newToken();
  await keepLink(query, { token, kind: 'invite', owner, now, lasts: LINK_MS });
  return token;
}

/** `browser`: the value of its cookie. */
type Shown = { token: string; browser: string | null; now: number };
export type BadLink =
  | { ok: false; code: 'expired' }
  | { ok: false; code: 'other-browser'; owner: number | null };

async function find(query: Kysely<Tables>, { token, browser, now }: Shown) {
  const row = await query
    .selectFrom('owner_link')
    .selectAll()
    .where('hash', '=', hashOfToken(token))
    .executeTakeFirst();
  const isLive = row?.used_at === null && isWithin(row.created_at, row.expires_at - row.created_at, now);
  if (!isLive) return { ok: false, code: 'expired' } as const;
  // Once there is an owner, a link for the first one is invalid.
  if (row.owner_id === null && (await hasOwner(query))) return { ok: false, code: 'expired' } as const;
  if (row.browser !== null && (browser === null || row.browser !== hashOfToken(browser)))
    return { ok: false, code: 'other-browser', owner: row.owner_id } as const;
  return { ok: true, row } as const;
}

async function hasOwner(query: Kysely<Tables>): Promise<boolean> {
  return (await query.selectFrom('owner').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** For an operator at a terminal: a link for the first owner; null if there is an owner. */
export async function setUpLink(query: Kysely<Tables>, siteUrl: string, now: number): Promise<string | null> {
  if (await hasOwner(query)) return null;
  const { token } = await makeServerLink(query, { owner: null, now });
  return linkTo(siteUrl, token);
}

/** Describes a link without using it up. */
export async function lookAtLink(
  query: Kysely<Tables>,
  shown: Shown,
): Promise<({ ok: true } & LookedLink) | BadLink> {
  const found = await find(query, shown);
  if (!found.ok) return found;
  const { owner_id, name, expires_at: expiresAt } = found.row;
  return { ok: true, kind: owner_id === null && name === null ? 'setup' : 'sign-in', expiresAt };
}

/** The owner of a used link, and how the session begins. */
type UsedLink = { ok: true; owner: number; begun: Begun };

const BEGUN = { server: 'proven', invite: 'vouched', mail: 'mailed' } as const satisfies Record<
  NewLink['kind'],
  Begun
>;

/** `name`, `language`, `email`: of the first owner, if the link creates one. */
export async function takeLink(
  trx: Transaction<Tables>,
  shown: Shown & { name: string; language: Language; email: string | null },
): Promise<UsedLink | BadLink | { ok: false; code: 'name-missing' }> {
  const found = await find(trx, shown);
  if (!found.ok) return found;
  const { hash, kind, owner_id, name } = found.row;
  const named = name ?? shown.name;
  if (owner_id === null && named === '') return { ok: false, code: 'name-missing' };
  // Of two requests with one link, one waits and finds it used. The first owner uses up all links for the
  // first owner: of two requests with two of them, one waits too, and finds an owner.
  const { numUpdatedRows } = await trx
    .updateTable('owner_link')
    .set({ used_at: shown.now })
    .$if(owner_id === null, (row) => row.where('owner_id', 'is', null))
    .$if(owner_id !== null, (row) => row.where('hash', '=', hash))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return { ok: false, code: 'expired' };
  if (owner_id === null && (await hasOwner(trx))) return { ok: false, code: 'expired' };
  const owner = owner_id ?? (await addOwner(trx, { ...shown, name: named }));
  return { ok: true, owner, begun: BEGUN[kind] };
}
