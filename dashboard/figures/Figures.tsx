import { PageHead } from '../frame/PageHead.tsx';
import { useWords } from '../words.ts';

export default function Figures() {
  const { t } = useWords();
  return <PageHead title={t('nav.figures')} />;
}
