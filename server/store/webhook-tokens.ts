import { createHash } from 'node:crypto';
import type { Kysely } from '#kysely';
import type { Tables } from './schema.ts';

/** The token signed instead of the body. `ms`: how long it is valid, before and after. */
export type SignedToken = { token: string; signedAt: number; ms: number };

/**
 * Whether `body` is the first one with this token. A provider resends it until it is answered; anybody else
 * who has seen the signature could reuse it for another body. Tokens are kept while they are valid.
 */
export async function isFirstBody(
  write: Kysely<Tables>,
  { token, signedAt, ms }: SignedToken,
  body: string,
  now: number,
): Promise<boolean> {
  const [hash, body_hash] = [hashOf(token), hashOf(body)];
  await write
    .deleteFrom('webhook_token')
    .where('signed_at', '<', now - ms)
    .execute();
  await write
    .insertInto('webhook_token')
    .values({ hash, body_hash, signed_at: signedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const first = await write
    .selectFrom('webhook_token')
    .select('body_hash')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return first?.body_hash === body_hash;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
