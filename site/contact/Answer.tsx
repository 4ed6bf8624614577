import type { DocumentState } from '#contract/pages.ts';
import { Breve } from '#ui/Breve.tsx';
import styles from './ContactForm.module.css';
import { useLanguage } from '../language/use-language.ts';
import { contactTexts } from './texts.ts';

/** What became of a form that was sent without script. It stays: nobody could send a toast away. */
export function Answer({ state }: { state: DocumentState }) {
  const words = contactTexts[useLanguage().language];
  switch (state) {
    case 'sent':
      return (
        <p className={styles.answer} role="status">
          <Breve swing="rest" />
          <span>{words.emailSuccess}</span>
        </p>
      );
    case 'invalid':
    case 'failed':
      return (
        <p className={`${styles.answer} ${styles.failure}`} role="alert">
          <span>{state === 'invalid' ? words.invalid : words.emailFailed}</span> <span>{words.goBack}</span>
        </p>
      );
    default:
      return null;
  }
}
