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
      <PageHead title={t('emptyToday.title')} tab={t('nav.today')} over={over} />
      <div className={styles.lead}>
        <Lead>{t('emptyToday.lead')}</Lead>
      </div>
      <Steps>
        <Step
          place={0}
          title={t('emptyToday.test')}
          text={t('emptyToday.testText')}
          end={
            <SmallButton solid onClick={() => window.open('/', '_blank', 'noopener')}>
              {t('emptyToday.testButton')} <OutIcon />
            </SmallButton>
          }
        />
        <Step
          place={1.5}
          title={t('emptyToday.share')}
          text={t('emptyToday.shareText')}
          end={
            <>
              <span className={styles.address}>{host}</span>
              <SmallButton onClick={() => copy(origin)}>{t('emptyToday.shareButton')}</SmallButton>
            </>
          }
        />
        <Step
          place={3}
          title={t('emptyToday.tag')}
          text={t('emptyToday.tagText', { tail: TAIL })}
          end={
            <SmallButton onClick={() => copy(`${origin}/${TAIL}`)}>{t('emptyToday.tagButton')}</SmallButton>
          }
        />
      </Steps>
      <p className={styles.first}>
        <Breve swing="rest" />
        {lastVisit === null ? t('emptyToday.counting') : `${t('today.lastVisit')}: ${relative(lastVisit)}.`}
      </p>
    </>
  );
}
