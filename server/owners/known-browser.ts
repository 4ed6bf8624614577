import type { Secrets } from '#server/store/secrets/secrets.ts';
import { newToken } from './token.ts';

const PURPOSE = 'known browser';

/**
 * The cookie value of a browser in which this owner has signed in: it has its own limit for links by mail. It
 * signs nobody in. It is signed instead of stored.
 */
export function knownBrowser(secrets: Secrets, owner: number): string {
  const id = newToken();
  return `${id}.${secrets.sign(PURPOSE, `${owner} ${id}`)}`;
}

/** Returns the id of the owner's browser; null if this owner never signed in there. `carried`: its cookie. */
export function readKnownBrowser(secrets: Secrets, owner: number, carried: string | null): string | null {
  const [id = '', signature = ''] = carried?.split('.') ?? [];
  return secrets.verify(PURPOSE, `${owner} ${id}`, signature) ? id : null;
}
