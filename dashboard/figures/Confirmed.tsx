import type { Figures } from '#contract/owner/figures.ts';
import { axisOf } from '../charts/day.ts';
import { Drawing } from '../charts/Drawing.tsx';
import { line } from '../charts/shapes.ts';
import { useWords } from '../words.ts';
import { dayName } from './ByDay.tsx';
import { Figure } from './Figure.tsx';
import type { Rows } from './Download.tsx';
import styles from './Figure.module.css';

/** Charts the number of confirmed subscribers at the end of each day. */
export function Confirmed({ figures: { days, confirmed, before } }: { figures: Figures }) {
  const words = useWords();
  const { t, number } = words;
  const span = t('common.days', { n: days.length });
  const text = t('figures.cumulativeText', {
    from: confirmed[0] ?? 0,
    to: confirmed.at(-1) ?? 0,
    days: span,
  });
  const axis = (count: number) => axisOf(words, count, days);
  const wide = line({ width: 1056, height: 240 }, confirmed, before, axis(3));
  const data: Rows = {
    columns: [
      { name: 'day', head: t('figures.day') },
      { name: 'confirmed', head: t('figures.funnelConfirmed'), right: true },
    ],
    rows: days
      .map((day, i) => {
        const n = confirmed[i] ?? 0;
        return { key: day, file: [day, n], shown: [dayName(day, i === days.length - 1, words), number(n)] };
      })
      .toReversed(),
  };
  return (
    <Figure
      title={t('figures.cumulative')}
      text={text}
      aside={before !== null && <span className={styles.dotted}>{t('figures.dotted', { days: span })}</span>}
      data={data}
      drawn={wide}
    >
      <Drawing
        wide={wide}
        tablet={line({ width: 690, height: 220 }, confirmed, before, axis(3))}
        phone={line({ width: 312, height: 190 }, confirmed, before, axis(1))}
      />
    </Figure>
  );
}
