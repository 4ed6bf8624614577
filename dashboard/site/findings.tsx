import type { Problem } from '#contract/content/problems.ts';
import { SmallLink } from '../parts/Button.tsx';
import { Finding } from '../parts/Finding.tsx';
import { useWords, type UseWords } from '../words.ts';
import { hrefOf, type Field, type Site } from './draft.ts';
import type { Lines } from './editor/focus.ts';
import { missingPlaces } from './editor/tokens.ts';
import { chipLabel } from './labels.ts';
import type { Names } from './names.ts';

/** What an owner looks at before publishing. `wrong` keeps the draft from being published. */
export type Found =
  | { is: 'wrong'; field: Field; problem: Problem }
  | { is: 'consent' }
  | { is: 'missing' | 'check'; field: Field }
  | { is: 'long'; field: Field; lines: Lines };

/** Of the changes, the most important first. `long`: titles that take more lines than before. */
export function foundIn(site: Site, long: readonly Lines[] = []): Found[] {
  const changed = new Set(site.changes.map(({ field }) => field.name));
  const isWrong = (field: Field) => site.problemsOf(field.key).length > 0;
  const wrong = site.fields.flatMap((field): Found[] => {
    const [problem] = site.problemsOf(field.key);
    return problem ? [{ is: 'wrong', field, problem }] : [];
  });
  const missing = site.missing.filter((field) => changed.has(field.name) && !isWrong(field));
  return [
    ...wrong,
    ...(site.changes.some(({ field }) => field.agreed) ? [{ is: 'consent' } as const] : []),
    ...missing.map((field) => ({ is: 'missing', field }) as const),
    ...long.flatMap((lines): Found[] => {
      const field = site.field(lines.key);
      return field === undefined || isWrong(field) ? [] : [{ is: 'long', field, lines }];
    }),
    ...site.checks.map((field) => ({ is: 'check', field }) as const),
  ];
}

export function keyOf(found: Found): string {
  return found.is === 'consent' ? found.is : `${found.is} ${found.field.key}`;
}

/** `bare`: without the way to a field that may stay as it is. */
type Props = { found: Found; site: Site; names: Names; bare?: boolean };

export function SiteFinding({ found, site, names, bare = false }: Props) {
  const words = useWords();
  const { t } = words;
  if (found.is === 'consent')
    return (
      <Finding level="yellow" title={t('site.changes.consentTitle')} text={t('site.changes.consentText')} />
    );
  const where = names.whole(found.field);
  const { title, text } = said(words, found, site, where);
  const button = t(found.is === 'missing' ? 'site.changes.write' : 'site.changes.edit');
  return (
    <Finding
      level={found.is === 'wrong' ? 'red' : 'yellow'}
      title={title}
      text={text}
      end={
        bare && found.is !== 'wrong' ? undefined : (
          <SmallLink href={hrefOf(found.field)} label={`${button}: ${where}`}>
            {button}
          </SmallLink>
        )
      }
    />
  );
}

function said({ t }: UseWords, found: Exclude<Found, { is: 'consent' }>, site: Site, place: string) {
  const { language, places } = found.field;
  const where = language === null ? place : `${place} · ${t(`languages.${language}`)}`;
  if (found.is === 'long')
    return { title: t('site.changes.linesTitle', { where }), text: t('site.changes.linesText', found.lines) };
  if (found.is !== 'wrong')
    return {
      title: t(`site.changes.${found.is}Title.${language ?? 'en'}`, { where: place }),
      text: t(`site.changes.${found.is}Text.${language ?? 'en'}`),
    };
  const value = site.valueOf(found.field.key);
  const isEmpty = value === null || (typeof value === 'string' && value.trim() === '');
  const max = found.field.longest;
  if (isEmpty) return { title: t('site.changes.emptyTitle', { where }), text: t('site.changes.emptyText') };
  if (found.problem.code === 'words' && typeof value === 'string' && max !== null && value.length > max)
    return { title: t('site.changes.longTitle', { where }), text: t('site.changes.longText', { max }) };
  const [gone] = typeof value === 'string' ? missingPlaces(value, places) : [];
  return {
    title: t('site.changes.wrongTitle', { where }),
    text:
      gone === undefined ? t('site.changes.wrongText') : t('editor.chipGone', { name: chipLabel(t, gone) }),
  };
}
