import { beginningOf } from '#server/base/beginning-of.ts';
import type { OAuthClient } from '#server/base/config.ts';
import type { SmtpError } from './smtp-errors.ts';

/** Returns a token; `renew`: another one than before, which was refused. @throws SmtpError */
export type AccessToken = (renew?: boolean) => Promise<string>;

/** Of Exchange Online, for sending and for the mailbox alike. */
const SCOPE = 'https://outlook.office365.com/.default';
const PATIENCE_MS = 10_000;
const MOST_ANSWERED = 64 * 1024;
/** A token that ends while it is being used is refused. */
const EARLY_MS = 5 * 60_000;

/** Asks the token server at most once at a time, and again shortly before a token ends. */
export function createAccessToken(client: OAuthClient, now: () => number = Date.now): AccessToken {
  let asked: Promise<Token> | null = null;
  let ends = 0;
  return async (renew = false) => {
    if (asked === null || renew || now() >= ends) {
      const asking = ask(client);
      asked = asking;
      ends = Infinity;
      const token = await asking.catch((error: unknown) => {
        if (asked === asking) asked = null;
        throw error;
      });
      if (asked === asking) ends = now() + token.ms - EARLY_MS;
    }
    return (await asked).text;
  };
}

/** `ms`: how long it is valid. */
type Token = { text: string; ms: number };

type Answer = { access_token?: unknown; expires_in?: unknown; error?: unknown; error_description?: unknown };

async function ask({ tokenUrl, clientId, clientSecret }: OAuthClient): Promise<Token> {
  let answer: Answer;
  try {
    const response = await fetch(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: SCOPE,
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    answer = JSON.parse(await beginningOf(response, MOST_ANSWERED)) as Answer;
  } catch (error) {
    throw refusal('ECONNECTION', `no answer from ${new URL(tokenUrl).host}`, error);
  }
  const { access_token: text, expires_in: seconds } = answer;
  if (typeof text === 'string') return { text, ms: 1000 * (Number(seconds) || 3600) };
  // Entra's description begins with its AADSTS code; trace ids follow.
  const [said] = String(answer.error_description ?? answer.error ?? 'no token').split(/\r?\n| Trace ID/);
  throw Object.assign(refusal('EAUTH', said ?? '', null), { said });
}

function refusal(code: string, message: string, cause: unknown): SmtpError {
  return Object.assign(new Error(message, { cause }), { code });
}
