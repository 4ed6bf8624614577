import { useSyncExternalStore, type MouseEvent } from 'react';
import { codeShown, isPair, nextLanguage } from '#contract/language.ts';
import { Breve } from '#ui/Breve.tsx';
import { change } from '../shell/change.ts';
import { texts } from '../text/texts.ts';
import { useLanguage } from './use-language.ts';
import styles from './LanguageSwitch.module.css';

const never = () => () => {};
const yes = () => true;
const no = () => false;

/**
 * The switch in the navbar: on means English, off means Portuguese. The drawing is 40 by 12, the target 44
 * high. Before hydration, and without JavaScript, it is a form that requests the page in the other language:
 * its button says so, since HTML allows no submitting switch. A switch has two sides: with more languages it
 * stays a button that names the next one.
 */
export function LanguageSwitch() {
  const { language, toggle } = useLanguage();
  const next = nextLanguage(language);
  const isLive = useSyncExternalStore(never, yes, no);
  const side = isPair && isLive && ({ role: 'switch', 'aria-checked': language === 'en' } as const);
  function onClick(event: MouseEvent) {
    event.preventDefault();
    change('language', toggle);
  }
  return (
    <form method="get">
      <button
        className={styles.switch}
        type={side ? 'button' : 'submit'}
        name="lang"
        value={next}
        // A fixed accessible name: only the switch's state says which language is on.
        aria-label={side ? 'English' : texts[next].soon.toggleLanguage}
        lang={side ? 'en' : next}
        {...side}
        onClick={onClick}
        data-live="language"
      >
        <span className={styles.code} translate="no">
          <span aria-hidden="true">{codeShown(language).toUpperCase()}</span>
        </span>
        <Breve swing={language === 'en' ? 'right' : 'left'} />
      </button>
    </form>
  );
}
