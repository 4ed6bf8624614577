import type { MouseEvent } from 'react';
import { toggled } from '#contract/language.ts';
import type { SoonState } from '#contract/pages.ts';
import { Breve } from '#ui/Breve.tsx';
import hidden from '#ui/hidden.module.css';
import { useLanguage } from './LanguageProvider.tsx';
import styles from './LanguageToggle.module.css';

/**
 * The button of the Coming Soon page. Shows the current code; the bob at the right is English, at the left
 * Portuguese. Without JavaScript it is a form that asks for the other language's document.
 */
export function LanguageToggle({ state }: { state: SoonState }) {
  const { language, text, toggle } = useLanguage();
  const other = toggled(language);
  function onClick(event: MouseEvent) {
    event.preventDefault();
    toggle();
  }
  return (
    <form action="/soon" method="get">
      {state !== 'idle' && <input type="hidden" name="state" value={state} />}
      <button className={styles.toggle} type="submit" name="lang" value={other} onClick={onClick} data-live>
        <span translate="no">{language.toUpperCase()}</span>
        <span className={hidden.hidden} lang={other}>
          {text.soon.toggleLanguage}
        </span>
        <Breve swing={language === 'en' ? 'right' : 'left'} />
      </button>
    </form>
  );
}
