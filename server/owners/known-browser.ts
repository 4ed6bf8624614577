import type { Secrets } from '#server/store/secrets/secrets.ts';
import { newToken } from './token.ts';

const PURPOSE = 'known browser';

/**
 * For the cookie of a browser in which this owner has signed in. Asking for a link by mail, it has room of its own; it lets
 * nobody in. It is signed, so that the store keeps none.
 */
export function knownBrowser(secrets: Secrets, owner: number): string {
  const id = newToken();
  return `${id}.${secrets.sign(PURPOSE, `${owner} ${id}`)}`;
}

/** Which of the owner's browsers it is; null for one in which this owner has not signed in. `carried`: by its cookie. */
export function readKnownBrowser(secrets: Secrets, owner: number, carried: string | null): string | null {
  const [id = '', signature = ''] = carried?.split('.') ?? [];
  return secrets.verify(PURPOSE, `${owner} ${id}`, signature) ? id : null;
}
