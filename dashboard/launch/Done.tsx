import type { AnnouncementNow } from '#contract/owner/launch.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Outward } from './Outward.tsx';
import { Cell, Grid, Part } from '../parts/layout.tsx';
import { Pair, Pairs } from '../parts/Pairs.tsx';
import { useWords } from '../words.ts';
import { Arc } from './Arc.tsx';
import { Asking } from './Asking.tsx';
import { Ledger } from './Ledger.tsx';
import { Receipt } from './Receipt.tsx';
import { Untold } from './Untold.tsx';
import styles from './launch.module.css';

/** It is over: the ledger, "did she get it?", the receipt, who came later. */
export function Done({ now }: { now: AnnouncementNow }) {
  const words = useWords();
  const { t, number, dayOfYear, short, time } = words;
  const { progress, state, purpose, siteUrl } = now;
  if (progress === null) return null;
  const { sums, sendingAt, armedAt, endedAt, armedBy, came, comeUntil, later } = progress;
  const isStopped = state === 'stopped';
  const moment = (at: number) => `${short(at)}, ${time(at)}`;
  const span = { from: moment(sendingAt ?? armedAt), to: moment(endedAt ?? now.now) };
  const rest = sums.all - sums.sent;
  return (
    <>
      <PageHead
        title={t(isStopped ? 'launch.done.titleStopped' : 'launch.done.title')}
        over={isStopped ? t('launch.done.stopped', { n: sums.sent, rest }) : t('launch.done.text', span)}
        acts={purpose === 'launch' && <Outward href={siteUrl}>{t('launch.undo.site')}</Outward>}
      />
      <Arc
        now={now}
        number={number(sums.sent)}
        caption={t('launch.done.told', { n: sums.sent })}
        valueText={isStopped ? t('launch.done.stopped', { n: sums.sent, rest }) : t('launch.arcDone')}
      />
      <div className={styles.below}>
        <Grid>
          <Cell span={5}>
            <Ledger sums={sums} later={later} />
          </Cell>
          <Cell span={7}>
            <div className={styles.stack}>
              <Asking purpose={purpose} />
              <Part title={t('launch.done.receipt')}>
                <Receipt purpose={purpose} />
                <Pairs>
                  <Pair term={t('launch.done.armedBy')}>
                    {armedBy}, {moment(armedAt)}
                  </Pair>
                  {came > 0 && (
                    <Pair
                      term={t('launch.done.late')}
                      note={t('launch.done.lateText', { n: came, date: dayOfYear(comeUntil) })}
                    >
                      {number(came)}
                    </Pair>
                  )}
                </Pairs>
              </Part>
            </div>
          </Cell>
        </Grid>
      </div>
      <Untold now={now} sums={sums} />
    </>
  );
}
