import type { MouseEvent } from 'react';
import { toggled } from '#contract/language.ts';
import { Breve } from '#ui/Breve.tsx';
import { useLanguage } from './LanguageProvider.tsx';
import styles from './LanguageSwitch.module.css';

/**
 * The switch of the navbar: on means English, off means Portuguese. The drawing is 40 by 12, the target 44 high.
 * Without JavaScript it is a form that asks for the same page in the other language.
 */
export function LanguageSwitch() {
  const { language, toggle } = useLanguage();
  function onClick(event: MouseEvent) {
    event.preventDefault();
    toggle();
  }
  return (
    <form method="get">
      <button
        className={styles.switch}
        type="submit"
        name="lang"
        value={toggled(language)}
        role="switch"
        aria-checked={language === 'en'}
        onClick={onClick}
        data-live
      >
        <span className={styles.code} translate="no">
          <span aria-hidden="true">{language.toUpperCase()}</span>
        </span>
        <Breve swing={language === 'en' ? 'right' : 'left'} />
        <span className={styles.name} lang="en">
          English
        </span>
      </button>
    </form>
  );
}
