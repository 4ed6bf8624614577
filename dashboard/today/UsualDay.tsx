import { lazy, Suspense } from 'react';
import type { Today } from '#contract/owner/today.ts';
import { Link } from 'wouter';
import { axisOf, noonOf } from '../charts/day.ts';
import { Drawing } from '../charts/Drawing.tsx';
import { stems } from '../charts/shapes.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Big, Cell, Grid, Muted } from '../parts/layout.tsx';
import layout from '../parts/layout.module.css';
import { Across, Pair } from '../parts/Pairs.tsx';
import { withWords } from '../Words.tsx';
import { useWords } from '../words.ts';
import type { ChecklistProps } from './Checklist.tsx';
import { Form } from './Form.tsx';
import { Needs } from './Needs.tsx';
import styles from './Today.module.css';

const ChecklistPart = lazy(() =>
  withWords(async () => ({ default: (await import('./Checklist.tsx')).ChecklistPart })),
);

const LastLetter = lazy(() => withWords(() => import('./LastLetter.tsx')));

type Props = { today: Today; over: string; before: ChecklistProps | null };

/** `before`: the checklist, where nothing is more urgent. */
export default function UsualDay({ today, over, before }: Props) {
  const { t, number } = useWords();
  const { people, stage, sinceYesterday: more } = today;
  const since =
    more === 0
      ? t('today.none')
      : t('today.since', { n: `${more > 0 ? '+' : '–'}${number(Math.abs(more))}` });
  return (
    <>
      <PageHead title={t('nav.today')} over={over} />
      <Grid>
        <Cell span={5}>
          <Big
            caption={
              <>
                {t(stage === 'soon' ? 'today.toTell' : 'today.onList', { n: people })}
                <br />
                <Muted>{since}</Muted>
              </>
            }
          >
            {number(people)}
          </Big>
        </Cell>
        <Cell span={7}>
          <Fortnight days={today.fortnight} />
        </Cell>
        <Cell span={12}>
          <Across>
            <Pair term={t('today.waiting')}>
              <Link href="/people?state=pending">{number(today.waiting)}</Link>
            </Pair>
            <Pair term={t('today.left')}>
              <Link href="/people?state=unsubscribed">{number(today.left)}</Link>
            </Pair>
            <Pair term={t('today.unread')}>
              <Link href="/messages">{number(today.unread)}</Link>
            </Pair>
            <Pair term={t('today.trouble')}>
              <Link href="/mails">{number(today.trouble)}</Link>
            </Pair>
          </Across>
        </Cell>
        <Cell span={7}>
          <Attention today={today} before={before} />
        </Cell>
        <Cell span={5}>
          <Form form={today.form} />
        </Cell>
      </Grid>
    </>
  );
}

function Attention({ today: { letter, needs }, before }: Omit<Props, 'over'>) {
  const isCalm = before !== null && needs.length === 0;
  return (
    <Suspense>
      {letter && <LastLetter letter={letter} />}
      {isCalm ? <ChecklistPart {...before} /> : <Needs needs={needs} />}
    </Suspense>
  );
}

function Fortnight({ days }: { days: Today['fortnight'] }) {
  const words = useWords();
  const { t, dayOfYear } = words;
  const total = days.reduce((sum, { n }) => sum + n, 0);
  const best = days.toSorted((a, b) => b.n - a.n)[0];
  const rows = days.map(({ n }) => [n]);
  const dates = days.map(({ day }) => day);
  const axis = axisOf(words, 1, dates);
  return (
    <>
      <div className={layout.bar}>
        <h2 className={styles.small}>{t('today.fortnight')}</h2>
        {best !== undefined && total > 0 && (
          <p className={styles.text}>
            {t('today.fortnightText', { total, day: dayOfYear(noonOf(best.day)), n: best.n })}
          </p>
        )}
      </div>
      <Drawing
        wide={stems({ width: 600, height: 200 }, 2, rows, axis)}
        phone={stems({ width: 312, height: 170 }, 2, rows, axis)}
      />
    </>
  );
}
