import type { Figures } from '#contract/owner/figures.ts';
import { LANGUAGES } from '#contract/language.ts';
import { axisOf, noonOf } from '../charts/day.ts';
import { Drawing } from '../charts/Drawing.tsx';
import type { Legend } from '../charts/picture.ts';
import { INKS, stems } from '../charts/shapes.ts';
import { useWords, type UseWords } from '../words.ts';
import { Figure } from './Figure.tsx';
import type { Rows } from './Download.tsx';

/** From the bottom of a bar up. */
const STACK = LANGUAGES.toReversed();

type Day = { day: string; parts: number[]; sum: number };

export function ByDay({ figures }: { figures: Figures }) {
  const words = useWords();
  const { t, dayOfYear } = words;
  const days = figures.signups.map((signups, i): Day => {
    const parts = STACK.map((language) => signups[language]);
    return { day: figures.days[i] ?? '', parts, sum: parts.reduce((sum, n) => sum + n, 0) };
  });
  const total = days.reduce((sum, day) => sum + day.sum, 0);
  const best = days.toSorted((a, b) => b.sum - a.sum)[0];
  const text =
    best === undefined || total === 0
      ? t('figures.emptyPeriod')
      : t('figures.byDayText', {
          total,
          days: t('common.days', { n: days.length }),
          day: dayOfYear(noonOf(best.day)),
          n: best.sum,
        });
  const legend = STACK.map((language, i): Legend[number] => {
    return { ink: INKS[i] ?? 'muted', name: t(`languages.${language}`) };
  }).toReversed();
  const parts = days.map((day) => day.parts);
  const axis = (count: number) => axisOf(words, count, figures.days);
  const wide = stems({ width: 1056, height: 290 }, 13, parts, axis(3));
  return (
    <Figure title={t('figures.byDay')} text={text} legend={legend} data={rowsOf(days, words)} drawn={wide}>
      <Drawing
        wide={wide}
        tablet={stems({ width: 690, height: 260 }, 11, parts, axis(3))}
        phone={stems({ width: 312, height: 220 }, 6, parts, axis(1))}
      />
    </Figure>
  );
}

function rowsOf(days: readonly Day[], words: UseWords): Rows {
  const { t, number } = words;
  return {
    columns: [
      { name: 'day', head: t('figures.day') },
      ...STACK.map((language) => ({ name: language, head: t(`languages.${language}`), right: true })),
      { name: 'sum', head: t('figures.sum'), right: true },
    ],
    rows: days.toReversed().map(({ day, parts, sum }, i) => ({
      key: day,
      file: [day, ...parts, sum],
      shown: [dayName(day, i === 0, words), ...[...parts, sum].map(number)],
    })),
  };
}

/** Today, so far · Thu, 19 Nov */
export function dayName(day: string, isToday: boolean, { t, capital, weekday, short }: UseWords): string {
  if (isToday) return `${capital(t('common.today'))}, ${t('figures.soFar')}`;
  return `${capital(weekday(noonOf(day)))}, ${short(noonOf(day))}`;
}
