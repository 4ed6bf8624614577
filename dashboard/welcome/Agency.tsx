import { NameFields } from '../site/agency/NameFields.tsx';
import type { Site } from '../site/draft.ts';
import { useWords } from '../words.ts';
import { useNext, WelcomeStep } from './WelcomeStep.tsx';

/** The second step: the name, and the letter that carries the breve. Both save themselves. */
export function Agency({ site }: { site: Site }) {
  const { t } = useWords();
  const next = useNext(2);
  return (
    <WelcomeStep n={2} title={t('start.agencyTitle')} send={next} skip={next}>
      <NameFields site={site} />
    </WelcomeStep>
  );
}
