import { FIGURES_ROUTES } from './figures.ts';
import { MAILS_ROUTES } from './mails.ts';
import { MESSAGES_ROUTES } from './messages.ts';
import { NOW_ROUTES } from './now.ts';
import { PEOPLE_ROUTES } from './people.ts';
import type { OwnerRoute } from './route.ts';
import { LINK_ROUTES } from './door/links.ts';
import { MAIL_LINK_ROUTES } from './door/mail-link.ts';
import { OWNERS_ROUTES } from './door/owners.ts';
import { PASSKEY_ROUTES } from './door/passkeys.ts';
import { LAUNCH_ROUTES } from './launch.ts';
import { SESSION_ROUTES } from './door/session.ts';
import { SETTINGS_ROUTES } from './settings.ts';
import { TODAY_ROUTES } from './today.ts';

export const OWNER_API = '/api/owner';

/** All that the dashboard asks, a line for each file of rows. */
export const OWNER_ROUTES: readonly OwnerRoute[] = [
  ...NOW_ROUTES,
  ...TODAY_ROUTES,
  ...FIGURES_ROUTES,
  ...LINK_ROUTES,
  ...MAIL_LINK_ROUTES,
  ...PASSKEY_ROUTES,
  ...LAUNCH_ROUTES,
  ...SESSION_ROUTES,
  ...OWNERS_ROUTES,
  ...PEOPLE_ROUTES,
  ...MESSAGES_ROUTES,
  ...MAILS_ROUTES,
  ...SETTINGS_ROUTES,
];

const PATTERNS = OWNER_ROUTES.map((route) => {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === 'id' ? '(?<id>[1-9]\\d{0,14})' : `(?<${name}>[^/?]{1,200})`,
  );
  return { route, pattern: new RegExp(`^${OWNER_API}${path}(?:\\?|$)`) };
});

export type FoundOwner =
  | { kind: 'owner'; route: OwnerRoute; params: Record<string, string> }
  | { kind: 'wrong-method'; allow: string }
  | { kind: 'not-found' }
  | { kind: 'malformed' };

/** `url`: below OWNER_API. */
export function findOwnerRoute(method: string | undefined, url: string): FoundOwner {
  const rows = PATTERNS.flatMap(({ route, pattern }) => {
    const match = pattern.exec(url);
    return match === null ? [] : [{ route, params: match.groups ?? {} }];
  });
  if (rows.length === 0) return { kind: 'not-found' };
  const wanted = method === 'HEAD' ? 'GET' : method;
  const row = rows.find(({ route }) => route.method === wanted);
  if (row === undefined) {
    const allow = rows.map(({ route }) => (route.method === 'GET' ? 'GET, HEAD' : route.method));
    return { kind: 'wrong-method', allow: [...new Set(allow)].join(', ') };
  }
  try {
    const params = Object.entries(row.params).map(([name, text]) => [name, decodeURIComponent(text)]);
    return { kind: 'owner', route: row.route, params: Object.fromEntries(params) as Record<string, string> };
  } catch {
    return { kind: 'malformed' };
  }
}
