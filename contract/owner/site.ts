import type { Content, Json } from '#contract/content/content.ts';
import type { FactKind } from '#contract/content/fact-kinds.ts';
import type { Exposed } from '#contract/content/pictures.ts';
import type { LogoCode, ContentProblem } from '#contract/content/problems.ts';
import type { Language } from '#contract/language.ts';
import type { PreviewRow } from './settings.ts';

// The API of the site's editor. Times are milliseconds since 1970. `by`: an owner's name; null: the command line.

/** GET /site/fields: every field, in the order of the program, which alone changes it. */
export type SiteField = {
  /** With the language, if it is words: `text.home.title.en`, `brand.name`. */
  key: string;
  /** Null: a fact, the same in all languages. */
  language: Language | null;
  /** Built-in. */
  own: Json;
  /** Characters of the words, in one language, or of each entry of a list; null: a fact of another kind. */
  longest: number | null;
  /** `{name}`, `{{address}}`, `%BOOKS%`: what the site fills in. */
  places: string[];
  /** People agree to these words. */
  agreed: boolean;
  /** Of a fact. */
  kind?: FactKind;
  /** Of a fact of one line. */
  example?: string;
};

/** GET /site/draft: what visitors see, and what is written since. */
export type SiteDraft = {
  /** The version that visitors see; 0: the original site. */
  live: { number: number; at: number | null; by: string | null };
  /** What it says otherwise than the built-in one. */
  shown: Content;
  /** Rows that equal what visitors see are there, too: their owner has checked them ("It still matches"). */
  draft: DraftRow[];
  /** What keeps the draft from being published. */
  problems: ContentProblem[];
  /** Other owners who edit right now. */
  others: Presence[];
};

/** A field as somebody has written it. `value` is missing: the built-in one again. */
export type DraftRow = { field: string; value?: Json; revision: number; at: number; by: string | null };

/** `page`: the path below /dashboard. */
export type Presence = { name: string; page: string; field: string | null };

/** POST /site/here: this owner is here; without it for 20 s, or at `page: null`, they are gone. */
export type HerePosted = { page: string | null; field: string | null };

/** POST /site/save. `revision`: of the row that the owner saw; 0: there was none. */
export type SavePosted = { field: string; value?: Json; revision: number };
/** `conflict`: somebody else has written it since; null: has published or discarded it. */
export type Saved =
  | { is: 'saved'; row: DraftRow; problems: ContentProblem[] }
  | { is: 'conflict'; current: DraftRow | null };

/** POST /site/discard: the fields are again as visitors see them. Rows with another revision stay. */
export type DiscardPosted = { fields: Pick<DraftRow, 'field' | 'revision'>[] };
export type Discarded = { rows: DraftRow[] };

/**
 * POST /site/publish. `live`: the version that the owner saw; `draft`: the highest revision they saw, 0: none; what
 * was written since stays in the draft. Refused with `needs-passkey` where words that people agree to change.
 */
export type PublishPosted = { live: number; draft: number };
/** Also of POST /site/undo { live }: publishes the version before, and what differs is the draft again. */
export type Published =
  | { is: 'published'; number: number }
  | { is: 'unchanged' }
  /** Somebody else has published, or (`late`) is publishing. */
  | { is: 'taken' | 'late' }
  | { is: 'refused'; problems: ContentProblem[] }
  | { is: 'failed'; why: 'late' | 'killed' | 'ended' | 'answer' | 'incomplete' | 'full' };
export type UndoPosted = { live: number };

/** GET /site/publishing: how far the publishing of this server is; null: none is under way. */
export type Publishing = { step: 'checking' | 'drawing' | 'storing' } | null;

/** GET /site/history, newest first, at most 100; ?before=NUMBER: those before that version. */
export type Version = {
  /** One count for both kinds: numbers of published ones may have gaps. */
  number: number;
  /** `draft`: what was in the draft when a version was restored. */
  kind: 'published' | 'draft';
  at: number;
  by: string | null;
  /** The fields that differ from the version before. */
  fields: string[];
  /** The version that it took back: visitors see again what they saw before that one. Null: none. */
  undid: number | null;
};
/** GET /site/history/:id */
export type VersionContent = Omit<Version, 'fields' | 'undid'> & { content: Content };

/** POST /site/history/:id/restore: its content becomes the draft. `kept`: the version that keeps the former draft. */
export type Restored = { kept: number | null };

/**
 * An upload: POST /site/files begins or goes on, POST /site/files/piece sends a piece (FILE_PIECE_BYTES, the last one
 * less), POST /site/files/end says what came. A file that is there already has all pieces.
 */
export type FilePosted = { hash: string; name: string; bytes: number };
/** `next`: the first piece that is missing; the number of pieces: all are there. Refused: nothing need be sent. */
export type FileBegun = { next: number } | FileRefused;
export type PiecePosted = { hash: string; n: number; data: string };
export type FileEndPosted = { hash: string };
/** `limit`: with its unit, e.g. `20 MB`; kinds of files; of a logo as in `MUST`. */
export type FileRefused = {
  is: 'refused';
  why: 'kind' | 'too-large' | 'locked' | 'no-room' | 'cut' | 'unopened' | 'heavy' | LogoCode;
  limit: string;
};
/**
 * `file`: as a value names it. GET /site/files/:name sends it. `exposed`: of a picture in a place, which
 * ?field=pictures.soon&x=0.5&y=0.5 names with its focal point.
 */
export type FileLook =
  | { is: 'picture'; file: string; bytes: number; width: number; height: number; exposed?: Exposed }
  | { is: 'logo'; file: string; bytes: number }
  | { is: 'book'; file: string; bytes: number; pages: number | null }
  | FileRefused;

/**
 * GET /site/drafts: links to a draft, newest first. POST /site/drafts { name, days } makes one, as the draft is now;
 * POST /site/drafts/:id/renew {} lets one show it as it is now; POST /previews/:id/end {} ends one. Refused: `name`
 * `missing`, `days` `invalid`; `conflict`: the maximum is reached; `not-now`: the draft could not be published either.
 */
export type DraftLink = PreviewRow & { at: number };
export const DRAFT_DAYS = { least: 1, most: 30 } as const;
