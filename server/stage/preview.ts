import { PATHS } from '#contract/pages.ts';
import { SIGNATURE_LENGTH, type Secrets } from '#server/store/secrets/secrets.ts';

/** The parameter of the link and the name of the cookie that show the site before it opens. */
export const PREVIEW = 'preview';

/** The link's id and creation time: a restored store may reuse the id. Seconds since 1970. */
const TOKEN = new RegExp(`^(\\d{1,10})\\.(\\d{9,11})\\.([\\w-]{${SIGNATURE_LENGTH}})$`);
const COOKIE = new RegExp(`(?:^|;\\s*)${PREVIEW}=([^;\\s]*)`);

/** A valid link as stored. Milliseconds since 1970. */
export type OpenLink = { id: number; created_at: number; ends_at: number };

/** Returns a preview link. The store contains nothing that works as one. */
export function previewLink(
  secrets: Secrets,
  siteUrl: string,
  { id, created_at: made }: Pick<OpenLink, 'id' | 'created_at'>,
): string {
  const which = `${id}.${inSeconds(made)}`;
  return `${siteUrl}${PATHS.home}?${PREVIEW}=${which}.${secrets.sign(PREVIEW, which)}`;
}

export type Preview = {
  /** Seconds since 1970. */
  now(): number;
  /** When a token expires, in seconds since 1970; null if it is not ours, expired or revoked. */
  endOf(token: string): number | null;
  /** Whether the visitor has followed a valid link. */
  isAllowed(cookie: string | undefined): boolean;
  /** Counts that a valid link was followed. */
  followed(token: string): void;
};

/** `links`: the valid ones by id, as of a moment ago; `onFollowed`: called each time one is followed. */
export function createPreview(
  secrets: Secrets,
  now: () => number,
  links: () => ReadonlyMap<number, OpenLink>,
  onFollowed: (id: number) => void = () => {},
): Preview {
  function endOf(token: string): number | null {
    const [, id = '', made = '', signature = ''] = TOKEN.exec(token) ?? [];
    const link = links().get(Number(id));
    if (link === undefined || link.ends_at <= now() || inSeconds(link.created_at) !== Number(made))
      return null;
    return secrets.verify(PREVIEW, `${id}.${made}`, signature) ? inSeconds(link.ends_at) : null;
  }
  return {
    now: () => inSeconds(now()),
    endOf,
    isAllowed: (cookie) => {
      const token = cookie === undefined ? undefined : COOKIE.exec(cookie)?.[1];
      return token !== undefined && endOf(token) !== null;
    },
    followed: (token) => {
      const id = TOKEN.exec(token)?.[1];
      if (id !== undefined) onFollowed(Number(id));
    },
  };
}

function inSeconds(time: number): number {
  return Math.floor(time / 1000);
}
