import {
  EDITOR_MAILS,
  EDITOR_PAGES,
  type EditorPageName,
  type EditorShows,
} from '#contract/content/editor.ts';
import type { DraftField } from './draft.ts';

/** The page or email that shows a field, and what of it can be shown. */
export type Stands = { name: string; shows: readonly EditorShows[] };

/** Of what all pages share: where a section is that has not the name of its page. Others are on Home. */
const ELSEWHERE: Partial<Record<string, EditorPageName>> = {
  people: 'about',
  books: 'products',
};

/** Where a field is seen; null: Home. */
export function standsOf(field: DraftField | null): Stands {
  const place = field?.place ?? null;
  if (place?.room === 'mails') return { name: place.name, shows: EDITOR_MAILS[place.name].shows };
  const name = place?.room === 'pages' ? place.name : pageOf(place?.section ?? '');
  return { name, shows: EDITOR_PAGES[name].shows };
}

function pageOf(section: string): EditorPageName {
  return Object.hasOwn(EDITOR_PAGES, section) ? (section as EditorPageName) : (ELSEWHERE[section] ?? 'home');
}
