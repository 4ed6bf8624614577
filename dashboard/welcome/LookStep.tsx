import { useState } from 'react';
import { Logo } from '#ui/Logo.tsx';
import { theme } from '../chosen-theme.ts';
import { accentOf, accentStyle, Contrast } from '../site/agency/Accent.tsx';
import { ColourField } from '../site/agency/ColourField.tsx';
import { LogoFields } from '../site/agency/LogoFields.tsx';
import type { Site } from '../site/draft.ts';
import { PublishDialog } from '../site/publish/PublishDialog.tsx';
import { useFact } from '../site/use-fact.ts';
import { useStore } from '../store.ts';
import { useWords } from '../words.ts';
import { useNext, WelcomeStep } from './WelcomeStep.tsx';
import styles from './WelcomeStep.module.css';

/** The last step: accent and logo. Both save themselves, and the page takes the accent at once. */
export function LookStep({ site }: { site: Site }) {
  const { t } = useWords();
  const next = useNext(5);
  const [isAsking, setAsking] = useState(false);
  const isChanged = site.changes.length > 0;
  const { shown } = useStore(theme);
  const { value: name } = useFact(site, 'brand.name');
  const { value: markAt } = useFact(site, 'brand.markAt');
  const { value, set, save } = useFact(site, 'brand.accent');
  const { accent, ratio } = accentOf(value, shown);
  return (
    <>
      <WelcomeStep
        n={5}
        title={t('start.lookTitle')}
        lead={t('start.lookText')}
        logo={<Logo name={name} markAt={markAt} />}
        style={accentStyle(value, shown)}
        send={isChanged ? () => setAsking(true) : next}
        sendText={isChanged ? t('site.strip.publish') : undefined}
        skip={next}
        below={t('start.laterPublish')}
      >
        <div>
          <ColourField
            label={t('brand.colour')}
            field="brand.accent"
            value={typeof value === 'string' ? value : null}
            ours={accent}
            onChange={set}
            onLeave={save}
          />
          <div className={`${styles.small} ${styles.ratio}`}>
            <Contrast ratio={ratio} />
          </div>
        </div>
        <div>
          <p className={styles.small}>
            {t('brand.logo')}. {t('brand.logoText')}
          </p>
          <LogoFields site={site} />
        </div>
      </WelcomeStep>
      {isAsking && <PublishDialog site={site} onClose={next} />}
    </>
  );
}
