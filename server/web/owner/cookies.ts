import { isLoopback } from '#server/base/setting.ts';

const TOKEN = /^[\w-]{43}$/;
const SIGNED = /^[\w-]{43}\.[\w-]{43}$/;

/** Host-only and HttpOnly. */
const COOKIES = {
  session: { name: 'owner', pattern: TOKEN },
  /** The browser that requested a link by mail. */
  browser: { name: 'owner-browser', pattern: TOKEN },
  /** Outlives the session: an owner has signed in here (server/owners/known-browser.ts). */
  known: { name: 'owner-known', pattern: SIGNED },
} as const;
type CookieName = keyof typeof COOKIES;

/** `__Host-` requires Secure, which not every browser accepts over http on localhost. */
function nameOf(name: CookieName, siteUrl: string): string {
  return isSecure(siteUrl) ? `__Host-${COOKIES[name].name}` : COOKIES[name].name;
}

function isSecure(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl);
  return protocol === 'https:' || !isLoopback(hostname);
}

/** `seconds` 0 deletes it. */
export function cookieOf(name: CookieName, siteUrl: string, value: string, seconds: number): string {
  const secure = isSecure(siteUrl) ? '; Secure' : '';
  return `${nameOf(name, siteUrl)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** Returns null if there is none that could be ours. */
export function readCookie(header: string | undefined, name: CookieName, siteUrl: string): string | null {
  const wanted = `${nameOf(name, siteUrl)}=`;
  const pair = header?.split(/;\s*/).find((one) => one.startsWith(wanted));
  const value = pair?.slice(wanted.length) ?? '';
  return COOKIES[name].pattern.test(value) ? value : null;
}
