import { isLoopback } from '#server/setting.ts';

/** Both are of this host alone, and no script reads them. */
const NAMES = { session: 'owner', browser: 'owner-browser' } as const;
export type CookieName = keyof typeof NAMES;

/** Browsers take `__Host-` only with Secure, and over http on this machine not every browser takes Secure. */
function nameOf(name: CookieName, siteUrl: string): string {
  return isSecure(siteUrl) ? `__Host-${NAMES[name]}` : NAMES[name];
}

function isSecure(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl);
  return protocol === 'https:' || !isLoopback(hostname);
}

/** `seconds` 0: deletes it. */
export function cookieOf(name: CookieName, siteUrl: string, value: string, seconds: number): string {
  const secure = isSecure(siteUrl) ? '; Secure' : '';
  return `${nameOf(name, siteUrl)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

const TOKEN = /^[\w-]{43}$/;

/** Null where there is none that could be ours. */
export function readCookie(header: string | undefined, name: CookieName, siteUrl: string): string | null {
  const wanted = `${nameOf(name, siteUrl)}=`;
  const pair = header?.split(/;\s*/).find((one) => one.startsWith(wanted));
  const value = pair?.slice(wanted.length) ?? '';
  return TOKEN.test(value) ? value : null;
}
