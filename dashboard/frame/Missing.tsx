import { TextLink } from '../parts/Button.tsx';
import { Lead } from '../parts/layout.tsx';
import { useWords } from '../words.ts';
import { PageHead } from './PageHead.tsx';

/** The "not found" page of the dashboard. */
export function Missing() {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t('state.missingTitle')} />
      <Lead>{t('state.missingText')}</Lead>
      <TextLink href="/">{t('nav.today')}</TextLink>
    </>
  );
}
