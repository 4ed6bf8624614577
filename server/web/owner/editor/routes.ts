import type { OwnerRoute } from '#server/web/owner/route.ts';
import { DRAFT_LINK_ROUTES } from './draft-links.ts';
import { DRAFT_ROUTES } from './draft.ts';
import { FILES_ROUTES } from './files.ts';
import { HISTORY_ROUTES } from './history.ts';
import { PUBLISHING_ROUTES } from './publishing.ts';

/** What an owner sees and changes of the site. */
export const EDITOR_ROUTES: readonly OwnerRoute[] = [
  ...DRAFT_ROUTES,
  ...PUBLISHING_ROUTES,
  ...HISTORY_ROUTES,
  ...FILES_ROUTES,
  ...DRAFT_LINK_ROUTES,
];
