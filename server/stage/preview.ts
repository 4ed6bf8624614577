import { PATHS } from '#contract/pages.ts';
import { SIGNATURE_LENGTH, type Secrets } from '#server/store/secrets/secrets.ts';

/** The parameter of the link and the name of the cookie that lets a chosen person see the site before it opens. */
export const PREVIEW = 'preview';

/** Nine digits and more: seconds since 1970. */
const TOKEN = new RegExp(`^(\\d{9,11})\\.([\\w-]{${SIGNATURE_LENGTH}})$`);
const COOKIE = new RegExp(`(?:^|;\\s*)${PREVIEW}=([^;\\s]*)`);

/** A link that lets whoever has it look until `expiresAt`, milliseconds since 1970. */
export function previewLink(secrets: Secrets, siteUrl: string, expiresAt: number): string {
  const seconds = String(Math.floor(expiresAt / 1000));
  return `${siteUrl}${PATHS.home}?${PREVIEW}=${seconds}.${secrets.sign(PREVIEW, seconds)}`;
}

export type Preview = {
  /** Seconds since 1970. */
  now(): number;
  /** When a token ends, in seconds since 1970; null for one that is none of ours or over. */
  endOf(token: string): number | null;
  /** Whether the visitor has followed such a link. */
  isAllowed(cookie: string | undefined): boolean;
};

export function createPreview(secrets: Secrets, now: () => number): Preview {
  function endOf(token: string): number | null {
    const [, seconds = '', signature = ''] = TOKEN.exec(token) ?? [];
    if (seconds === '' || Number(seconds) * 1000 <= now()) return null;
    return secrets.verify(PREVIEW, seconds, signature) ? Number(seconds) : null;
  }
  return {
    now: () => Math.floor(now() / 1000),
    endOf,
    isAllowed: (cookie) => {
      const token = cookie === undefined ? undefined : COOKIE.exec(cookie)?.[1];
      return token !== undefined && endOf(token) !== null;
    },
  };
}
