import type { ContentProblem } from '#contract/content/problems.ts';
import type { Language } from '#contract/language.ts';
import { SmallLink } from '../parts/Button.tsx';
import { FindingLine } from '../parts/FindingLine.tsx';
import { useWords, type UseWords } from '../words.ts';
import { mustOf } from './agency/must.ts';
import { hrefOf, type DraftField, type Site } from './draft.ts';
import type { TitleLines } from './focus.ts';
import { missingPlaces } from './fields/tokens.ts';
import type { PendingEdit } from './autosave/autosave.ts';
import { siteAutosave } from './autosave/use-autosave.ts';
import { chipLabel, labelWithin } from './labels.ts';
import type { Names } from './names.ts';

/** What an owner checks before publishing. `wrong` and `unsaved` keep the draft from being published. */
export type DraftFinding =
  | { is: 'wrong'; field: DraftField; problem: ContentProblem }
  /** PendingEdit, and it waits for its owner. */
  | { is: 'unsaved'; field: DraftField; typed: PendingEdit }
  | { is: 'consent' }
  | { is: 'missing' | 'check'; field: DraftField }
  | { is: 'long'; field: DraftField; lines: TitleLines };

/** Of the changes, the most important first. `long`: titles that take more lines than before. */
export function foundIn(site: Site, long: readonly TitleLines[] = []): DraftFinding[] {
  const changed = new Set(site.changes.map(({ field }) => field.name));
  const isWrong = (field: DraftField) => site.problemsOf(field.key).length > 0;
  const wrong = site.fields.flatMap((field): DraftFinding[] => {
    // The first of each place: a person may lack several lines.
    const byPlace = new Map(
      site
        .problemsOf(field.key)
        .toReversed()
        .map((problem) => [problem.at, problem]),
    );
    return [...byPlace.values()].toReversed().map((problem) => ({ is: 'wrong', field, problem }));
  });
  const missing = site.missing.filter((field) => changed.has(field.name) && !isWrong(field));
  const unsaved = site.fields.flatMap((field): DraftFinding[] => {
    const typed = siteAutosave().held(field.key);
    return typed === undefined ? [] : [{ is: 'unsaved', field, typed }];
  });
  return [
    ...unsaved,
    ...wrong,
    ...(site.changes.some(({ field }) => field.agreed) ? [{ is: 'consent' } as const] : []),
    ...missing.map((field) => ({ is: 'missing', field }) as const),
    ...long.flatMap((lines): DraftFinding[] => {
      const field = site.field(lines.key);
      return field === undefined || isWrong(field) ? [] : [{ is: 'long', field, lines }];
    }),
    ...site.checks.map((field) => ({ is: 'check', field }) as const),
  ];
}

/** Whether it keeps the draft from being published. */
export function isRed({ is }: DraftFinding): boolean {
  return is === 'wrong' || is === 'unsaved';
}

export function findingKey(found: DraftFinding): string {
  if (found.is === 'consent') return found.is;
  return `${found.is} ${found.field.key}${found.is === 'wrong' ? found.problem.at : ''}`;
}

/** `bare`: without the way to a field that may stay as it is. */
type Props = { found: DraftFinding; site: Site; names: Names; bare?: boolean };

export function SiteFinding({ found, site, names, bare = false }: Props) {
  const words = useWords();
  const { t } = words;
  if (found.is === 'consent')
    return (
      <FindingLine
        level="yellow"
        title={t('site.changes.consentTitle')}
        text={t('site.changes.consentText')}
      />
    );
  const { title, text, where, at } = said(words, found, site, names);
  const button = t(found.is === 'missing' ? 'site.changes.write' : 'site.changes.edit');
  return (
    <FindingLine
      level={isRed(found) ? 'red' : 'yellow'}
      title={title}
      text={text}
      end={
        bare && !isRed(found) ? undefined : (
          <SmallLink href={hrefOf(found.field, at)} label={`${button}: ${where}`}>
            {button}
          </SmallLink>
        )
      }
    />
  );
}

/** `where`: as it is read aloud on the way to it; `at`: where in its value. */
type Sentences = { title: string; text: string; where: string; at?: string };

function said(
  words: UseWords,
  found: Exclude<DraftFinding, { is: 'consent' }>,
  site: Site,
  names: Names,
): Sentences {
  const { t } = words;
  const { field } = found;
  const place = names.whole(field);
  if (found.is === 'wrong') return saidWrong(words, found, site, place);
  if (found.is === 'unsaved') {
    const where = inLanguage(t, place, field.language);
    const text = t(found.typed.theirs ? 'site.changes.unsavedBoth' : 'site.changes.unsavedRefused');
    return { title: t('site.changes.unsavedTitle', { where }), text, where };
  }
  if (found.is === 'long') {
    const where = inLanguage(t, place, field.language);
    return {
      title: t('site.changes.linesTitle', { where }),
      text:
        'word' in found.lines ? t('editor.broken', found.lines) : t('site.changes.linesText', found.lines),
      where,
    };
  }
  const language = field.language === null ? '' : t(`spoken.${field.language}`);
  return {
    title: t(`site.changes.${found.is}Title`, { language, where: place }),
    text: t(`site.changes.${found.is}Text`, { language }),
    where: place,
  };
}

function saidWrong(
  words: UseWords,
  { field, problem }: Extract<DraftFinding, { is: 'wrong' }>,
  site: Site,
  place: string,
): Sentences {
  const { t } = words;
  const { at } = problem;
  const { names, language, value } = labelWithin(t, site.valueOf(field.key), at);
  const where = inLanguage(t, [place, ...names].join(', '), language ?? field.language);
  const max = field.longest;
  if (value === null || (typeof value === 'string' && value.trim() === ''))
    return { title: t('site.changes.emptyTitle', { where }), text: t('site.changes.emptyText'), where, at };
  if (problem.code === 'words' && typeof value === 'string' && max !== null && value.length > max)
    return {
      title: t('site.changes.longTitle', { where }),
      text: t('site.changes.longText', { max }),
      where,
      at,
    };
  const [gone] = typeof value === 'string' ? missingPlaces(value, field.places) : [];
  return {
    title: t('site.changes.wrongTitle', { where }),
    text:
      gone === undefined
        ? (mustOf(words, [problem], at) ?? '')
        : t('editor.chipGone', { name: chipLabel(t, gone) }),
    where,
    at,
  };
}

function inLanguage(t: UseWords['t'], where: string, language: Language | null): string {
  return language === null ? where : `${where} · ${t(`languages.${language}`)}`;
}
