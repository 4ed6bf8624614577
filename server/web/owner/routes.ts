import { createMatcher } from '#server/web/matcher.ts';
import { FIGURES_ROUTES } from './figures.ts';
import { MAILS_ROUTES } from './mails.ts';
import { MESSAGES_ROUTES } from './messages.ts';
import { NOW_ROUTES } from './now.ts';
import { PEOPLE_ROUTES } from './people.ts';
import { PREVIEW_ROUTES } from './editor/preview.ts';
import type { OwnerRoute } from './route.ts';
import { LINK_ROUTES } from './sign-in/links.ts';
import { MAIL_LINK_ROUTES } from './sign-in/mail-link.ts';
import { OWNERS_ROUTES } from './sign-in/owners.ts';
import { PASSKEY_ROUTES } from './sign-in/passkeys.ts';
import { LAUNCH_ROUTES } from './launch/routes.ts';
import { SERVER_SETTINGS_ROUTES } from './server-settings.ts';
import { SESSION_ROUTES } from './sign-in/session.ts';
import { SETTINGS_ROUTES } from './settings.ts';
import { EDITOR_ROUTES } from './editor/routes.ts';
import { TODAY_ROUTES } from './today.ts';

export const OWNER_API = '/api/owner';

/** All routes of the dashboard, one line per file of rows. */
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
  ...SERVER_SETTINGS_ROUTES,
  ...EDITOR_ROUTES,
  ...PREVIEW_ROUTES,
];

export const { match: findOwnerRoute } = createMatcher(OWNER_ROUTES, OWNER_API);
