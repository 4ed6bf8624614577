import { PATHS } from '#contract/pages.ts';
import { SIGNATURE_LENGTH, type Secrets } from '#server/store/secrets/secrets.ts';

/** What a link shows: the site before it opens, or a draft of it. Also its parameter, and the name of its cookie. */
export const LINK_KINDS = ['preview', 'draft'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** The link's id and creation time: a restored store may reuse the id. Seconds since 1970. */
const TOKEN = new RegExp(`^(\\d{1,10})\\.(\\d{9,11})\\.([\\w-]{${SIGNATURE_LENGTH}})$`);

/** A valid link as stored. `edition`: of a link to a draft. Milliseconds since 1970. */
export type OpenLink = {
  id: number;
  name: string;
  edition: number | null;
  created_at: number;
  ends_at: number;
};

export const kindOf = ({ edition }: Pick<OpenLink, 'edition'>): LinkKind =>
  edition === null ? 'preview' : 'draft';

/** Returns a link as it is sent. The store contains nothing that works as one. */
export function previewLink(
  secrets: Secrets,
  siteUrl: string,
  { id, edition, created_at: made }: Pick<OpenLink, 'id' | 'edition' | 'created_at'>,
): string {
  const [kind, which] = [kindOf({ edition }), `${id}.${inSeconds(made)}`];
  return `${siteUrl}${PATHS.home}?${kind}=${which}.${secrets.sign(kind, which)}`;
}

export type Preview = {
  /** Seconds since 1970. */
  now(): number;
  /** When a token expires, in seconds since 1970; null if it is not ours, expired or revoked. */
  endOf(kind: LinkKind, token: string): number | null;
  /** The id of the valid link of this kind that the visitor has followed; null: none. */
  followedBy(kind: LinkKind, cookie: string | undefined): number | null;
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
  function linkOf(kind: LinkKind, token: string): OpenLink | null {
    const [, id = '', made = '', signature = ''] = TOKEN.exec(token) ?? [];
    const link = links().get(Number(id));
    if (link === undefined || kindOf(link) !== kind || link.ends_at <= now()) return null;
    if (inSeconds(link.created_at) !== Number(made)) return null;
    return secrets.verify(kind, `${id}.${made}`, signature) ? link : null;
  }
  return {
    now: () => inSeconds(now()),
    endOf(kind, token) {
      const link = linkOf(kind, token);
      return link && inSeconds(link.ends_at);
    },
    followedBy(kind, cookie) {
      // Most visitors have none, and every request asks.
      if (cookie === undefined || !cookie.includes(`${kind}=`)) return null;
      const token = new RegExp(`(?:^|;\\s*)${kind}=([^;\\s]*)`).exec(cookie)?.[1];
      return token === undefined ? null : (linkOf(kind, token)?.id ?? null);
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
