import { Breve } from '#ui/Breve.tsx';
import { useLanguage } from './LanguageProvider.tsx';
import styles from './LanguageSwitch.module.css';

/** The switch of the navbar: on means English, off means Portuguese. The drawing is 40 by 12, the target 44 high. */
export function LanguageSwitch() {
  const { language, toggle } = useLanguage();
  return (
    <button
      className={styles.switch}
      type="button"
      role="switch"
      aria-checked={language === 'en'}
      onClick={toggle}
    >
      <span className={styles.code} translate="no">
        <span aria-hidden="true">{language.toUpperCase()}</span>
      </span>
      <Breve swing={language === 'en' ? 'right' : 'left'} />
      <span className={styles.name} lang="en">
        English
      </span>
    </button>
  );
}
