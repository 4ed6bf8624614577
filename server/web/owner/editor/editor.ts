import { contentProblems, onlyChanges, shownDraft, readableContent } from '#contract/content/check.ts';
import { isSame as isSameValue, type Content, type Json } from '#contract/content/content.ts';
import { factRow, type FactKey } from '#contract/content/facts.ts';
import { isFact, OWN_FACTS } from '#contract/content/own-facts.ts';
import type { ContentProblem } from '#contract/content/problems.ts';
import type { WordField } from '#contract/content/words.ts';
import type { Proof } from '#contract/owner/session.ts';
import type { DraftRow, FileLook, Publishing, SiteField, Version } from '#contract/owner/site.ts';
import { overlaid, readDraftOver, type DraftField } from '#server/content/draft.ts';
import { readEdition } from '#server/content/editions.ts';
import { contentRevision } from '#server/content/lock.ts';
import { namesOf } from '#server/owners/owners.ts';
import { programWords } from '#server/publish/program-words.ts';
import type { Database } from '#server/store/database.ts';
import type { OwnerParts } from '#server/web/owner/route.ts';
import { createPresence, type PresenceList } from './presence.ts';

type Deps = Pick<OwnerParts, 'database' | 'read' | 'now'>;

/** What owners see of the site. `revision`: it is so at least since this one. */
export type DraftView = {
  revision: number;
  live: { number: number; at: number | null; by: string | null };
  shown: Content;
  draft: DraftField[];
  problems: ContentProblem[];
  /** All of it, without its closing brace: every owner asks again and again. */
  text: string;
};

export type Editor = {
  /** The program's words by key. */
  words(): Promise<Map<string, WordField>>;
  drafted(): Promise<DraftView>;
  /** Names of owners by id, also of those who are gone. */
  nameOf(owners: readonly (number | null)[]): Promise<(owner: number | null) => string | null>;
  presence: PresenceList;
  publishing(): Publishing;
  setPublishing(now: Publishing): void;
  /** By version: how it differs from the one before. */
  changes: Map<number, Pick<Version, 'fields' | 'undid'>>;
  /** What was found wrong with a value while its pictures were drawn; it counts as long as the value stays. */
  refuse(field: string, value: Json, problems: ContentProblem[]): void;
  /** Drawings under way, by field. */
  drawing: Map<string, Promise<void>>;
  /** What files are, by the names they are stored under, and by the places that they were checked for. */
  looks: Map<string, FileLook>;
};

const editors = new WeakMap<Database, Editor>();

/** One per collector: it remembers what it has read, and who is here. */
export function editorOf(deps: Deps): Editor {
  const known = editors.get(deps.database) ?? createEditor(deps);
  editors.set(deps.database, known);
  return known;
}

function createEditor({ read, now }: Deps): Editor {
  const refused = new Map<string, { value: Json; problems: ContentProblem[] }>();
  const names = new Map<number, string | null>();
  let words: Promise<Map<string, WordField>> | null = null;
  let last: DraftView | null = null;
  let publishing: Publishing = null;

  async function nameOf(owners: readonly (number | null)[]) {
    const unknown = owners.filter((id): id is number => id !== null && !names.has(id));
    const found = await namesOf(read, unknown);
    for (const id of unknown) names.set(id, found.get(id) ?? null);
    return (owner: number | null) => (owner === null ? null : (names.get(owner) ?? null));
  }

  const editor: Editor = {
    words: () => (words ??= programWords()),
    async drafted() {
      const revision = await contentRevision(read);
      if (last?.revision !== revision) last = await readAnew(revision);
      return last;
    },
    nameOf,
    presence: createPresence(now),
    publishing: () => publishing,
    setPublishing: (step) => void (publishing = step),
    changes: new Map(),
    refuse(field, value, problems) {
      refused.set(field, { value, problems });
      last = null;
    },
    drawing: new Map(),
    looks: new Map(),
  };

  async function readAnew(revision: number): Promise<DraftView> {
    const { live: number, draft: written } = await readDraftOver(read);
    const fields = await editor.words();
    const draft = shownDraft(written, fields);
    const isSame = last?.live.number === number;
    const edition = isSame || number === 0 ? null : await readEdition(read, number);
    const name = await nameOf([edition?.owner ?? null, ...draft.map(({ owner }) => owner)]);
    const live = isSame ? last!.live : { number, at: edition?.at ?? null, by: name(edition?.owner ?? null) };
    const shown = isSame ? last!.shown : readableContent(edition?.content ?? {}, fields);
    const content = overlaid(shown, draft);
    const drawn = [...refused].filter(([field, { value }]) => isSameValue(content[field] ?? null, value));
    const problems = [
      ...contentProblems(onlyChanges(content, fields), fields),
      ...drawn.flatMap(([, one]) => one.problems),
    ];
    const rows = draft.map((row) => rowOf(row, name(row.owner)));
    const text = JSON.stringify({ live, shown, draft: rows, problems }).slice(0, -1);
    return { revision, live, shown, draft, problems, text };
  }
  return editor;
}

export function rowOf({ field, value, revision, at }: DraftField, by: string | null): DraftRow {
  return { field, ...(value !== undefined && { value }), revision, at, by };
}

/** Facts first, then words, each in the order of the program. */
export function fieldsOf(words: Map<string, WordField>): SiteField[] {
  const facts = Object.keys(OWN_FACTS).map((name): SiteField => {
    const key = name as FactKey;
    const row = factRow(key);
    return {
      key,
      language: null,
      own: row.own,
      longest: 'max' in row ? row.max : null,
      places: [],
      agreed: isAgreed(key, words),
      kind: row.is,
      ...(typeof row.example === 'string' && { example: row.example }),
    };
  });
  const texts = [...words].map(([key, { language, own, longest, places, agreed }]): SiteField => {
    return { key, language, own, longest, places, agreed };
  });
  return [...facts, ...texts];
}

/** Whether people agree to what this field says. */
export function isAgreed(key: string, words: Map<string, WordField>): boolean {
  return proofOf(key, words) === 'with-passkey';
}

/** What publishing a changed field needs. Tags are scripts on every page of this host, also in an owner's browser. */
export function proofOf(key: string, words: Map<string, WordField>): Proof {
  if (isFact(key)) return factRow(key).proof ?? 'never';
  return words.get(key)?.agreed === true ? 'with-passkey' : 'never';
}
