import type { FormTokenVerdict } from './form-token.ts';

/** Why a submission looks like a machine's. It is kept with the row, for whoever looks through the suspects. */
export type Suspicion = 'honeypot' | 'token' | 'too-fast' | 'replayed' | 'burst';

export type Evidence = {
  /** Value of the field no person sees. */
  topic: string | undefined;
  token: FormTokenVerdict;
  /** `json` comes from the page's script, `form` from a browser without it. */
  kind: 'json' | 'form';
  /** Whether the request says that a page of this site sent it, as browsers do with each form. */
  fromPage: boolean;
  /** Whether the network has posted more than one household does (`RateTaken`). */
  soft: boolean;
};

/**
 * Null for a person. A suspect is stored and answered like everyone else, byte for byte, so that nobody can try out
 * what passes, but gets no mail and stands in no list: a person wrongly held can still be let in by the owner.
 *
 * The page's script always has a token, so a missing, false or old one tells. A plain form has none: the page is a
 * file, alike for all. Once many come from its network it must at least look like a browser's, as those of an office or
 * a conference without script do. A bad token counts there as none, because whoever forges one could as well leave it
 * away.
 */
export function suspicionOf({ topic, token, kind, fromPage, soft }: Evidence): Suspicion | null {
  if (topic !== undefined && topic !== '') return 'honeypot';
  if (token === 'valid') return null;
  if (token === 'too-early') return 'too-fast';
  if (token === 'reused') return 'replayed';
  if (kind === 'json') return 'token';
  return soft && !fromPage ? 'burst' : null;
}
