import type { OwnerRoute } from '#server/web/owner/route.ts';
import { DRAFT_ROUTES } from './draft.ts';

/** What an owner sees and changes of the site. */
export const EDITOR_ROUTES: readonly OwnerRoute[] = [...DRAFT_ROUTES];
