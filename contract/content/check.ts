import * as v from 'valibot';
import {
  isSame,
  MOST_CONTENT_LENGTH,
  MOST_FACT_LENGTH,
  MOST_KEY_LENGTH,
  MOST_WORDS_LENGTH,
  type Content,
  type Json,
} from './content.ts';
import { FALLBACK_LANGUAGE, inEach, isLanguage, type Language } from '#contract/language.ts';
import { FACT_KINDS } from './fact-kinds.ts';
import { upToDate } from './former.ts';
import { factRow, type FactKey } from './facts.ts';
import { factsOf, isFact, markFits, OWN_FACTS } from './own-facts.ts';
import { said, type ContentProblem } from './problems.ts';
import { wordProblem, type WordField } from './words.ts';

/** All that is wrong with a content; the files it names are not checked. `words`: from `wordFields`. */
export function contentProblems(content: Content, words: Map<string, WordField>): ContentProblem[] {
  if (JSON.stringify(content).length > MOST_CONTENT_LENGTH)
    return [{ field: 'content.json', at: '', code: 'content', limit: '' }];
  const found = Object.entries(content).flatMap(([key, value]) => fieldProblems(key, value, words));
  if (found.length === 0 && !markFits(factsOf(content)))
    found.push({ field: 'brand.markAt', at: '', code: 'letter', limit: '' });
  return found;
}

/** What is wrong with one value. */
export function fieldProblems(key: string, value: Json, words: Map<string, WordField>): ContentProblem[] {
  if (isFact(key)) return factProblems(key, value);
  const field = words.get(key);
  if (field === undefined)
    return [{ field: key.slice(0, MOST_KEY_LENGTH), at: '', code: 'known', limit: '' }];
  const problem = wordProblem(key, field, value);
  return problem === null ? [] : [problem];
}

/** What a fact may be. */
export function schemaOf(key: FactKey): v.GenericSchema {
  const row = factRow(key);
  const schema = FACT_KINDS[row.is](row);
  return row.own === null ? v.nullable(schema) : schema;
}

function factProblems(key: FactKey, value: Json): ContentProblem[] {
  const { issues = [] } = v.safeParse(schemaOf(key), value);
  return issues.map((issue) => {
    const path = (issue.path ?? []).map(({ key: name }) =>
      typeof name === 'number' ? `[${name}]` : `.${String(name)}`,
    );
    return { field: key, at: path.join(''), ...said(issue.message) };
  });
}

/**
 * Whether a value may wait in the draft until it is right: it has the JSON type of its field, or is null for a fact
 * that is not given yet, and is not too large.
 */
export function canWait(key: string, value: Json, words: Map<string, WordField>): boolean {
  if (isFact(key)) return value === null || (isOfType(key, value) && isShort(value, MOST_FACT_LENGTH));
  const own = words.get(key)?.own;
  const isText = (text: Json) => typeof text === 'string' && text.length <= MOST_WORDS_LENGTH;
  if (typeof own === 'string') return isText(value);
  return Array.isArray(value) && value.every(isText) && isShort(value, MOST_FACT_LENGTH);
}

/** What was written before the program had a language has the fallback's words there. */
function inAllLanguages<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inAllLanguages) as T;
  const members = Object.entries(value as Record<string, unknown>);
  const [first] = members;
  if (first !== undefined && members.every(([key, one]) => isLanguage(key) && typeof one === 'string')) {
    const standIn = (value as Partial<Record<Language, string>>)[FALLBACK_LANGUAGE] ?? first[1];
    return { ...inEach(() => standIn), ...value };
  }
  return Object.fromEntries(members.map(([key, one]) => [key, inAllLanguages(one)])) as T;
}

type DraftRow = { field: string; value: Json | undefined };

/** What this program can show of a draft: one of another version may say more, or otherwise. */
export function shownDraft<Row extends DraftRow>(
  draft: readonly Row[],
  words: Map<string, WordField>,
): Row[] {
  return draft.map(inAllLanguages).filter((row) => isShown(row, words));
}

/** The fields of a draft that only another version can show. */
export function unreadFields(draft: readonly DraftRow[], words: Map<string, WordField>): string[] {
  return draft.filter((row) => !isShown(inAllLanguages(row), words)).map(({ field }) => field);
}

function isShown({ field, value }: DraftRow, words: Map<string, WordField>): boolean {
  return (isFact(field) || words.has(field)) && (value === undefined || canWait(field, value, words));
}

function isOfType(key: FactKey, value: Json): boolean {
  const { issues = [] } = v.safeParse(schemaOf(key), value);
  return issues.every(({ kind }) => kind !== 'schema');
}

function isShort(value: Json, most: number): boolean {
  return JSON.stringify(value).length <= most;
}

/** What this program can show of a published content: one of another version may say more, or otherwise. */
export function readableContent(content: Content, words: Map<string, WordField>): Content {
  const fitting = Object.entries(inAllLanguages(upToDate(content))).filter(
    ([key, value]) => fieldProblems(key, value, words).length === 0,
  );
  const shown = Object.fromEntries(fitting);
  return markFits(factsOf(shown)) ? shown : { ...shown, 'brand.markAt': null };
}

/** A content without what equals the built-in one, with its keys in order. */
export function onlyChanges(content: Content, words: Map<string, WordField>): Content {
  const own = (key: string) => (isFact(key) ? OWN_FACTS[key] : words.get(key)?.own);
  const changed = Object.entries(content).filter(([key, value]) => !isSame(value, own(key)));
  return Object.fromEntries(changed.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A content with the built-in values for all other fields: what an owner sees and edits. */
export function complete(content: Content, words: Map<string, WordField>): Content {
  const own = [...words].map(([key, field]): [string, Json] => [key, field.own]);
  const all = { ...OWN_FACTS, ...Object.fromEntries(own), ...content } as Record<string, Json>;
  return Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)));
}
