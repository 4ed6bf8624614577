import type { MouseEvent } from 'react';
import { codeShown, isPair, toggled } from '#contract/language.ts';
import { Breve } from '#ui/Breve.tsx';
import { change } from '../shell/change.ts';
import { texts } from '../text/texts.ts';
import { useLanguage } from './use-language.ts';
import styles from './LanguageSwitch.module.css';

/**
 * The switch of the navbar: on means English, off means Portuguese. The drawing is 40 by 12, the target 44 high.
 * Without JavaScript it is a form that asks for the same page in the other language. A switch has two sides: with more
 * languages it is a button that names the next one.
 */
export function LanguageSwitch() {
  const { language, toggle } = useLanguage();
  const next = toggled(language);
  const side = isPair && ({ role: 'switch', 'aria-checked': language === 'en' } as const);
  function onClick(event: MouseEvent) {
    event.preventDefault();
    change('language', toggle);
  }
  return (
    <form method="get">
      <button
        className={styles.switch}
        type="submit"
        name="lang"
        value={next}
        {...side}
        onClick={onClick}
        data-live="language"
      >
        <span className={styles.code} translate="no">
          <span aria-hidden="true">{codeShown(language).toUpperCase()}</span>
        </span>
        <Breve swing={language === 'en' ? 'right' : 'left'} />
        <span className={styles.name} lang={side ? 'en' : next}>
          {side ? 'English' : texts[next].soon.toggleLanguage}
        </span>
      </button>
    </form>
  );
}
