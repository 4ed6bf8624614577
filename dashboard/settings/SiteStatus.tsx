import { Breve } from '#ui/Breve.tsx';
import type { Settings } from '#contract/owner/settings.ts';
import { Lead } from '../parts/layout.tsx';
import { useWords } from '../words.ts';
import { AskButton } from './AskButton.tsx';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';

/** What visitors see. */
export function SiteStatus({ site: { open, since, telling } }: Pick<Settings, 'site'>) {
  const { t, moment } = useWords();
  return (
    <Section title={t('settings.stage')}>
      <div className={styles.lead}>
        <Breve swing={open ? 'right' : 'left'} />
        <Lead>
          {open
            ? since === null
              ? t('settings.stageOpened')
              : t('settings.stageOpen', { when: moment(since) })
            : t('settings.stageClosed')}
        </Lead>
      </div>
      <p>
        {open ? (
          <AskButton
            key="close"
            word={t('settings.stageCloseButton')}
            title={t('settings.stageCloseTitle')}
            text={t(telling ? 'settings.stageCloseText' : 'settings.stageCloseQuiet')}
            yes={t('settings.stageCloseButton')}
            path="/site/close"
            done={t('settings.stageClosedDone')}
          />
        ) : (
          <AskButton
            key="open"
            word={t('settings.stageOpenButton')}
            title={t('settings.stageOpenTitle')}
            text={t('settings.stageOpenText')}
            yes={t('settings.stageOpenYes')}
            path="/site/open"
            done={t('settings.stageOpened')}
          />
        )}
      </p>
    </Section>
  );
}
