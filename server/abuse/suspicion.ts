import type { FormTokenVerdict } from './form-token.ts';

/** Why a submission looks automated. Stored in the row, for the owner who reviews suspects. */
export type Suspicion = 'honeypot' | 'token' | 'too-fast' | 'replayed' | 'burst';

export type AbuseEvidence = {
  /** The value of the honeypot field, which people do not see. */
  topic: string | undefined;
  token: FormTokenVerdict;
  /** `json`: sent by the page's script; `form`: by a browser without JavaScript. */
  kind: 'json' | 'form';
  /** Whether the request says that it comes from a page of this site, as browsers do with each form. */
  fromPage: boolean;
  /** Whether the network has posted more than one household does (`RateTaken`). */
  soft: boolean;
};

/**
 * Returns null for a person. A suspect is stored and answered like everyone else, byte for byte, so that
 * nobody can find out what passes; but it gets no mail and is on no list. The owner can still approve it.
 *
 * The page's script always has a token, so a missing, forged or expired one gives a bot away. A plain form
 * has none: the page is static. Above its network's soft limit it must at least look like a browser's, as
 * forms from an office or a conference do. A bad token counts as none, because a bot could as well omit it.
 */
export function suspicionOf({ topic, token, kind, fromPage, soft }: AbuseEvidence): Suspicion | null {
  if (topic !== undefined && topic !== '') return 'honeypot';
  if (token === 'valid') return null;
  if (token === 'too-early') return 'too-fast';
  if (token === 'reused') return 'replayed';
  if (kind === 'json') return 'token';
  return soft && !fromPage ? 'burst' : null;
}
