import { PageHead } from '../frame/PageHead.tsx';
import { useWords } from '../words.ts';

export default function Messages() {
  const { t } = useWords();
  return <PageHead title={t('nav.messages')} />;
}
