import { useSearchParams } from 'wouter';
import { type Figures as Read, PERIODS, type Period, readPeriod } from '#contract/owner/figures.ts';
import { useOwner } from '../api.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Cell, Grid } from '../parts/layout.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { useWords } from '../words.ts';
import { ByDay } from './ByDay.tsx';
import { Confirmed } from './Confirmed.tsx';
import styles from './Figures.module.css';
import { Demand, Funnel, Sources } from './Ranked.tsx';

const EVERY_MS = 60_000;

export default function Figures() {
  const { t, day } = useWords();
  const [search, setSearch] = useSearchParams();
  const period = readPeriod(search.get('period'));
  const read = useOwner<Read>(`/figures?period=${period}`, { every: EVERY_MS });
  const since = read.data?.since ?? null;
  const periods = PERIODS.map((value) => ({ value, word: t(`figures.periods.${value}`) }));
  const choose = (chosen: Period) => setSearch({ period: chosen }, { replace: true });
  return (
    <>
      <PageHead
        title={t('nav.figures')}
        over={since === null ? null : t('figures.countingSince', { when: day(since) })}
        acts={<Tabs label={t('figures.period')} options={periods} value={period} onChange={choose} />}
      />
      <Loaded read={read}>
        {(figures) =>
          figures.since === null ? (
            <Empty title={t('figures.emptyTitle')} text={t('figures.emptyText')} />
          ) : (
            <All figures={figures} />
          )
        }
      </Loaded>
    </>
  );
}

function All({ figures }: { figures: Read }) {
  return (
    <div className={styles.all}>
      <ByDay figures={figures} />
      <Confirmed figures={figures} />
      <Grid>
        <Cell span={6}>
          <Sources figures={figures} />
        </Cell>
        <Cell span={6}>
          <Demand figures={figures} />
        </Cell>
      </Grid>
      <Funnel figures={figures} />
    </div>
  );
}
