import { Logo } from '#ui/Logo.tsx';
import { AccentFields } from '../site/agency/Accent.tsx';
import { LogoFields } from '../site/agency/LogoFields.tsx';
import type { Site } from '../site/draft.ts';
import { useFact } from '../site/use-fact.ts';
import { useWords } from '../words.ts';
import { useNext, WelcomeStep } from './WelcomeStep.tsx';
import styles from './WelcomeStep.module.css';

/** The last step: accent and logo. Both save themselves. */
export function Look({ site }: { site: Site }) {
  const { t } = useWords();
  const next = useNext(5);
  const { value: name } = useFact(site, 'brand.name');
  const { value: markAt } = useFact(site, 'brand.markAt');
  return (
    <WelcomeStep
      n={5}
      title={t('start.lookTitle')}
      lead={t('start.lookText')}
      logo={<Logo name={name} markAt={markAt} />}
      send={next}
      skip={next}
    >
      <AccentFields site={site} />
      <div>
        <p className={styles.about}>
          {t('brand.logo')}. {t('brand.logoText')}
        </p>
        <LogoFields site={site} />
      </div>
    </WelcomeStep>
  );
}
