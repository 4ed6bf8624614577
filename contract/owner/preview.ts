import type { Content } from '#contract/content/content.ts';
import type { EditorShows } from '#contract/content/editor.ts';
import type { Language } from '#contract/language.ts';
import type { Purpose } from './launch.ts';

/** What a preview shows; an announcement as it will arrive, or the page of a newsletter. */
export type PreviewShows = EditorShows | { announcement: Purpose; as?: 'page' };

/**
 * POST /site/preview: a page or mail as a version has it; without one, as the draft has it. `over`: typed values that are
 * not saved yet, by field.
 */
export type PreviewRequest = PreviewShows & { language: Language; version?: number; over: Content };
export const MOST_OVER = 50;
/** Characters of one of them, as JSON. */
export const MOST_OVER_LENGTH = 20_000;

/**
 * What a mark in a preview is about: a field (`text.home.title.en`, `people`) and where in its value (`[0].role.en`, or
 * ''), or a place within words that the site fills in (`{name}`).
 */
export type PreviewMark = { field: string; at: string } | { place: string };

/** `html`: the whole document without scripts, with marks by number (contract/marks.ts); pictures have theirs in their addresses. */
export type PreviewMade = { html: string; marks: PreviewMark[] };

/** Where an owner's own file is shown from, by its name, and a cut that was drawn of it. */
export const OWNER_FILES = '/api/owner/site/files/';
export const OWNER_DRAWN = '/api/owner/site/drawn/';
/** The page of a query (`page` and `state`, `mail` or `announcement`, with `as`; `language`, `theme`, `version`) as a document of its own. */
export const PREVIEW_ALONE = '/api/owner/site/preview';
/** A document without words, with the policy of previews. The dashboard fills it in. */
export const PREVIEW_FRAME = '/api/owner/site/frame';
