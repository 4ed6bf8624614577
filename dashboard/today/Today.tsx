import { PageHead } from '../frame/PageHead.tsx';
import { useWords } from '../words.ts';

export default function Today() {
  const { t } = useWords();
  return <PageHead title={t('nav.today')} />;
}
