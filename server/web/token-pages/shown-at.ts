import type { Secrets } from '#server/store/secrets/secrets.ts';

/** Nobody reads a page and presses its button faster; programs that check mails do. */
const LEAST_MS = 1_000;
const PURPOSE = 'page shown';

/** When a page was shown, and whether it asked to press again. */
type Seen = { isSlow: boolean; wasAsked: boolean };

/** What the page of a link carries in its form, valid with this link alone. `now`: milliseconds since 1970. */
export function shownAt(secrets: Secrets, token: string, now: number, asks: boolean): string {
  const claim = `${now.toString(36)}.${Number(asks)}`;
  return `${claim}.${secrets.sign(PURPOSE, `${claim} ${token}`)}`;
}

/** What a pressed form says of its page; of none, or a forged one, that nobody has read it. Never throws. */
export function readShownAt(secrets: Secrets, token: string, text: string | undefined, now: number): Seen {
  const [, claim = '', at = '', asked, signature = ''] =
    /^(([0-9a-z]{1,9})\.([01]))\.([\w-]{43})$/.exec(text ?? '') ?? [];
  if (!secrets.verify(PURPOSE, `${claim} ${token}`, signature)) return { isSlow: false, wasAsked: false };
  return { isSlow: now - parseInt(at, 36) >= LEAST_MS, wasAsked: asked === '1' };
}
