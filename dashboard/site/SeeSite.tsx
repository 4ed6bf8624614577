import hidden from '#ui/hidden.module.css';
import button from '../parts/Button.module.css';
import { OutIcon } from '../parts/icons.tsx';
import { useWords } from '../words.ts';

/** Opens what visitors see. */
export function SeeSite() {
  const { t } = useWords();
  return (
    <a className={button.text} href="/" target="_blank" rel="noopener">
      <span>{t('site.see')}</span>
      <OutIcon />
      <span className={hidden.hidden}>, {t('common.newTab')}</span>
    </a>
  );
}
