import { Breve } from '#ui/Breve.tsx';
import type { Today } from '#contract/owner/today.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { SmallButton } from '../parts/Button.tsx';
import { OutIcon } from '../parts/icons.tsx';
import { Lead } from '../parts/layout.tsx';
import { Step, Steps } from '../parts/Steps.tsx';
import { useCopy } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import styles from './Today.module.css';

const TAIL = '?utm_source=instagram';

/** The first day: how to get the first visitor. */
export default function EmptyToday({ today, over }: { today: Today; over: string }) {
  const { t, relative } = useWords();
  const { origin, host } = location;
  const copy = useCopy();
  const { lastVisit } = today.form;
  return (
    <>
      <PageHead title={t('today.emptyTitle')} tab={t('nav.today')} over={over} />
      <div className={styles.lead}>
        <Lead>{t('today.emptyLead')}</Lead>
      </div>
      <Steps>
        <Step
          place={0}
          title={t('today.empty1')}
          text={t('today.empty1Text')}
          end={
            <SmallButton solid onClick={() => window.open('/', '_blank', 'noopener')}>
              {t('today.empty1Button')} <OutIcon />
            </SmallButton>
          }
        />
        <Step
          place={1.5}
          title={t('today.empty2')}
          text={t('today.empty2Text')}
          end={
            <>
              <span className={styles.address}>{host}</span>
              <SmallButton onClick={() => copy(origin)}>{t('today.empty2Button')}</SmallButton>
            </>
          }
        />
        <Step
          place={3}
          title={t('today.empty3')}
          text={t('today.empty3Text', { tail: TAIL })}
          end={<SmallButton onClick={() => copy(`${origin}/${TAIL}`)}>{t('today.empty3Button')}</SmallButton>}
        />
      </Steps>
      <p className={styles.first}>
        <Breve swing="rest" />
        {lastVisit === null ? t('today.emptyCounting') : `${t('today.lastVisit')}: ${relative(lastVisit)}.`}
      </p>
    </>
  );
}
