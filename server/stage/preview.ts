import { PATHS } from '#contract/pages.ts';
import { SIGNATURE_LENGTH, type Secrets } from '#server/store/secrets/secrets.ts';

/** The parameter of the link and the name of the cookie that lets a chosen person see the site before it opens. */
export const PREVIEW = 'preview';

/** Which link, and when it was made: the id of a restored store may be given again. Seconds since 1970. */
const TOKEN = new RegExp(`^(\\d{1,10})\\.(\\d{9,11})\\.([\\w-]{${SIGNATURE_LENGTH}})$`);
const COOKIE = new RegExp(`(?:^|;\\s*)${PREVIEW}=([^;\\s]*)`);

/** A link that works, as the store has it. Milliseconds since 1970. */
export type OpenLink = { id: number; created_at: number; ends_at: number };

/** A link that lets whoever has it look. The store has nothing that could be used as one. */
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
  /** When a token ends, in seconds since 1970; null for one that is none of ours, over or ended. */
  endOf(token: string): number | null;
  /** Whether the visitor has followed such a link. */
  isAllowed(cookie: string | undefined): boolean;
  /** Somebody has followed a link that works. */
  followed(token: string): void;
};

/** `links`: those that work, as of a moment ago, by their id; `onFollowed`: told of each time that one is followed. */
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
