import type { BookLink } from '#contract/books.ts';
import type { MouseEvent } from 'react';
import { codeShown, nextLanguage } from '#contract/language.ts';
import { PATHS, type SoonState, type TokenState } from '#contract/pages.ts';
import { Breve } from '#ui/Breve.tsx';
import hidden from '#ui/hidden.module.css';
import { texts } from '../text/texts.ts';
import { useLanguage } from './use-language.ts';
import styles from './LanguageToggle.module.css';

/** The query parameter of this document: its state, or the token of a mailed link; `expired` is not a token. */
export type DocumentQuery =
  | { name: 'state'; value: SoonState }
  | { name: TokenState; value: '%TOKEN%' }
  | { name: BookLink; value: 'expired' };

/**
 * The button of the Coming Soon page. Shows the current language code, with more than two the next one;
 * the bob is right for English, left for Portuguese. Without JavaScript a form requests the other one, at `action`.
 */
export function LanguageToggle({ name, value, action = PATHS.soon }: DocumentQuery & { action?: string }) {
  const { language, toggle } = useLanguage();
  const other = nextLanguage(language);
  function onClick(event: MouseEvent) {
    event.preventDefault();
    toggle();
    fadeIn();
  }
  return (
    <form action={action} method="get">
      {value !== 'idle' && <input type="hidden" name={name} value={value} />}
      <button
        className={styles.toggle}
        type="submit"
        name="lang"
        value={other}
        onClick={onClick}
        data-live="language"
      >
        <span translate="no">{codeShown(language).toUpperCase()}</span>{' '}
        <span className={hidden.hidden} lang={other}>
          {texts[other].soon.toggleLanguage}
        </span>
        <Breve swing={language === 'en' ? 'right' : 'left'} />
      </button>
    </form>
  );
}

/** New words fade in over 200 ms; old ones go at once, so that two titles never overlap. */
function fadeIn(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  document.querySelector('main')?.animate({ opacity: [0, 1] }, 200);
}
