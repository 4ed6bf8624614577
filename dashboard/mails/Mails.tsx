import { PageHead } from '../frame/PageHead.tsx';
import { useWords } from '../words.ts';

export default function Mails() {
  const { t } = useWords();
  return <PageHead title={t('nav.mails')} />;
}
