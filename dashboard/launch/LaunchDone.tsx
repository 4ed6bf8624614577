import type { AnnouncementNow } from '#contract/owner/launch.ts';
import { TextLink } from '../parts/Button.tsx';
import { Cell, Grid, Part } from '../parts/layout.tsx';
import { Pair, Pairs } from '../parts/Pairs.tsx';
import { useWords } from '../words.ts';
import { homeOf } from './announcement.ts';
import { Asking } from './Asking.tsx';
import { Ledger } from './Ledger.tsx';
import { Receipt } from './Receipt.tsx';
import { NotReachedList, UNTOLD } from './NotReachedList.tsx';
import layout from '../parts/layout.module.css';
import styles from './launch.module.css';

/** Sending has ended: the counts, the search for one recipient, the delivery report, and who confirmed later. */
export function LaunchDone({ now }: { now: AnnouncementNow }) {
  const { t, number, dayOfYear, short, time } = useWords();
  const { progress, purpose, state } = now;
  if (progress === null) return null;
  const { sums, isForgotten, armedAt, armedBy, left, came, comeUntil, later } = progress;
  const moment = (at: number) => `${short(at)}, ${time(at)}`;
  return (
    <>
      <div className={layout.part}>
        <Grid>
          <Cell span={5}>
            <Ledger sums={sums} later={later} isStopped={state === 'stopped'} />
          </Cell>
          <Cell span={7}>
            <div className={styles.stack}>
              {!isForgotten && <Asking now={now} />}
              <Part title={t('launch.done.receipt')}>
                {isForgotten ? (
                  <p className={styles.note}>{t('letters.forgotten')}</p>
                ) : (
                  <Receipt purpose={purpose} />
                )}
                <div className={styles.foot}>
                  <Pairs>
                    <Pair term={t('launch.done.armedBy')}>
                      {armedBy}, {moment(armedAt)}
                    </Pair>
                    <Pair term={t('launch.words.title')}>
                      <TextLink href={homeOf(purpose, '/words')}>{t('launch.done.wordsShow')}</TextLink>
                    </Pair>
                    {!isForgotten && <Pair term={t('launch.done.left')}>{number(left)}</Pair>}
                    {came > 0 && (
                      <Pair
                        term={t('launch.done.late')}
                        note={t('launch.done.lateText', { n: came, date: dayOfYear(comeUntil) })}
                      >
                        {number(came)}
                      </Pair>
                    )}
                  </Pairs>
                </div>
              </Part>
            </div>
          </Cell>
        </Grid>
      </div>
      <NotReachedList now={now} sums={sums} states={UNTOLD} />
    </>
  );
}
