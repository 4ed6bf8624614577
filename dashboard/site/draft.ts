import { isSame, type Content, type Json } from '#contract/content/content.ts';
import {
  EDITOR_MAILS,
  EDITOR_PAGES,
  EDITOR_PARTS,
  placeOfField,
  type FieldPlace,
} from '#contract/content/editor.ts';
import type { ContentProblem } from '#contract/content/problems.ts';
import { inEach, type Language } from '#contract/language.ts';
import type { DraftRow, SiteDraft, SiteField } from '#contract/owner/site.ts';

/**
 * A field of the site with where it is edited. `name`: its key without language; `broken`: line breaks are allowed;
 * `formatted`: it is that of contract/letter-text.ts; `link`: where a button leads; `describes`: a picture, which needs it;
 * `says`: what the program says there in each language, or beside the fact.
 */
export type DraftField = SiteField & {
  name: string;
  place: FieldPlace | null;
  broken: boolean;
  formatted?: boolean;
  link?: boolean;
  describes?: boolean;
  says?: Partial<Record<Language, Json>>;
};

/** A page of fields: of the site, or of an announcement at a path below /dashboard. */
export type EditorPlace = Pick<FieldPlace, 'room' | 'name'> | { room: 'launch'; path: string };

/** A field that says something else than visitors see. */
export type Change = { field: DraftField; before: Json; after: Json } & Pick<
  DraftRow,
  'at' | 'by' | 'revision'
>;

/** The site as owners have written it. */
export type Site = {
  /** In the order in which they are edited: page by page, section by section. */
  fields: readonly DraftField[];
  live: SiteDraft['live'];
  others: SiteDraft['others'];
  field: (key: string) => DraftField | undefined;
  /** Undefined: nobody has written this field since the live version. */
  row: (key: string) => DraftRow | undefined;
  /** What visitors see. */
  shownOf: (key: string) => Json;
  /** What they would see after publishing. */
  valueOf: (key: string) => Json;
  problemsOf: (key: string) => readonly ContentProblem[];
  problems: readonly ContentProblem[];
  changes: readonly Change[];
  /** Words that are there, whose other language has changed, and which nobody has checked since. */
  checks: readonly DraftField[];
  /** Empty words, and lists that have fewer entries than in the other language. */
  missing: readonly DraftField[];
  /** The highest revision of the draft; 0: none. */
  seen: number;
  /** Nothing can be changed any more. */
  isLocked: boolean;
};

const SECTIONS = [EDITOR_PAGES, EDITOR_MAILS, EDITOR_PARTS].flatMap((room) =>
  Object.entries(room).flatMap(([name, { sections }]) =>
    Object.keys(sections).map((section) => `${name}/${section}`),
  ),
);

/** Finds where all fields are edited, and puts them into that order: once, as only the program changes them. */
export function placed(fields: readonly SiteField[]): DraftField[] {
  const own = new Map(fields.map((field) => [field.key, field.own]));
  const all = fields.map((field): DraftField => {
    const name = field.language === null ? field.key : field.key.slice(0, -field.language.length - 1);
    const words = field.language === null ? `text.${name}` : name;
    const says = inEach((language) => own.get(`${words}.${language}`) ?? null);
    return { ...field, name, place: placeOfField(name), broken: String(field.own).includes('\n'), says };
  });
  const orderOf = ({ place }: DraftField) =>
    place === null ? SECTIONS.length : SECTIONS.indexOf(`${place.name}/${place.section}`);
  return all.sort((one, other) => orderOf(one) - orderOf(other));
}

export function siteOf(fields: readonly DraftField[], draft: SiteDraft): Site {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const rows = new Map(draft.draft.map((row) => [row.field, row]));
  const ownOf = (key: string): Json => byKey.get(key)?.own ?? null;
  const shownOf = (key: string): Json =>
    Object.hasOwn(draft.shown, key) ? (draft.shown[key] ?? null) : ownOf(key);
  const valueOf = (key: string): Json => {
    const row = rows.get(key);
    if (row === undefined) return shownOf(key);
    return row.value === undefined ? ownOf(key) : row.value;
  };
  const changes = fields.flatMap((field): Change[] => {
    const row = rows.get(field.key);
    if (row === undefined) return [];
    const [before, after] = [shownOf(field.key), valueOf(field.key)];
    const { at, by, revision } = row;
    return isSame(before, after) ? [] : [{ field, before, after, at, by, revision }];
  });
  const changed = new Set(changes.map(({ field }) => field.name));
  const words = fields.filter(({ language }) => language !== null);
  const longest = mostEntries(words, valueOf);
  const missing = words.filter(({ name, key }) => entriesOf(valueOf(key)) < (longest.get(name) ?? 1));
  return {
    fields,
    live: draft.live,
    others: draft.others,
    field: (key) => byKey.get(key),
    row: (key) => rows.get(key),
    shownOf,
    valueOf,
    problemsOf: (key) => draft.problems.filter(({ field }) => field === key),
    problems: draft.problems,
    changes,
    checks: words.filter(
      (field) => changed.has(field.name) && !rows.has(field.key) && !missing.includes(field),
    ),
    missing,
    seen: Math.max(0, ...draft.draft.map(({ revision }) => revision)),
    isLocked: false,
  };
}

/** Whether all that is known of the fields of a name is the same in both. */
export function isSameIn(before: Site, now: Site, name: string): boolean {
  const isSameField = (field: DraftField) =>
    before.row(field.key) === now.row(field.key) &&
    before.shownOf(field.key) === now.shownOf(field.key) &&
    before.checks.includes(field) === now.checks.includes(field);
  return (
    before.fields === now.fields &&
    before.others === now.others &&
    before.isLocked === now.isLocked &&
    now.fields.filter((field) => field.name === name).every(isSameField)
  );
}

/** What a version says. `content`: what it says otherwise than the program. */
export function valueIn(content: Content, { key, own }: SiteField): Json {
  return Object.hasOwn(content, key) ? (content[key] ?? null) : own;
}

/** After its rows up to the revision `seen` have been published: those written since stay. */
export function published(known: SiteDraft, live: SiteDraft['live'], seen: number): SiteDraft {
  const rows = known.draft.filter(({ revision }) => revision <= seen);
  const shown = { ...known.shown };
  for (const { field, value } of rows)
    if (value === undefined) delete shown[field];
    else shown[field] = value;
  return { ...known, live, shown, draft: known.draft.filter((row) => !rows.includes(row)) };
}

/**
 * The changes that are still not published in `now`, of which somebody else has published others since `before`:
 * an owner chooses.
 */
export function collisionsOf(before: Site, now: Site): Change[] {
  return now.changes.filter(({ field: { key } }) => !isSame(before.shownOf(key), now.shownOf(key)));
}

/** How many entries with words a value has; words alone are one. */
function entriesOf(value: Json): number {
  const entries = Array.isArray(value) ? value : [value];
  return entries.filter((one) => typeof one === 'string' && one.trim() !== '').length;
}

/** By name; at least 1 where the program has words. */
function mostEntries(words: readonly DraftField[], valueOf: (key: string) => Json): Map<string, number> {
  const most = new Map<string, number>();
  for (const { name, key, own } of words)
    most.set(name, Math.max(entriesOf(own) && 1, most.get(name) ?? 0, entriesOf(valueOf(key))));
  return most;
}

/** The same words in another language. */
export function fieldKey(field: DraftField, language: Language): string {
  return field.language === null ? field.key : `${field.name}.${language}`;
}

/** Whether a field is edited at this place, e.g. `{ room: 'pages', name: 'home' }`. An announcement has its own fields only. */
export function isAt({ place }: DraftField, at: EditorPlace): boolean {
  return at.room === 'launch' || (place !== null && place.room === at.room && place.name === at.name);
}

/**
 * Where a field is edited, below /dashboard; the focus goes to it. Without a place: with the settings. `at`: where
 * in its value, e.g. `[0].name`.
 */
export function hrefOf({ key, place }: Pick<DraftField, 'key' | 'place'>, at = ''): string {
  if (place === null) return '/settings';
  return `${pathOfPlace(place)}?${new URLSearchParams({ field: key, ...(at !== '' && { at }) })}`;
}

export function pathOfPlace(place: EditorPlace): string {
  if (place.room === 'launch') return place.path;
  const { room, name } = place;
  if (room === 'parts') return `/site/${name}`;
  return `/site/${room === 'pages' ? 'pages' : 'emails'}/${name}`;
}
