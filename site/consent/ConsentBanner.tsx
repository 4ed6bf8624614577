import type { ReactNode } from 'react';
import { useLanguage } from '../language/use-language.ts';
import { consentTexts } from './texts.ts';
import styles from './ConsentBanner.module.css';

type Props = { onDecide: (decision: 'granted' | 'denied') => void };

/** Two equal buttons; the page works the same with either, and before an answer. */
export default function ConsentBanner({ onDecide }: Props): ReactNode {
  const words = consentTexts[useLanguage().language];
  return (
    <section className={styles.banner} aria-label={words.label}>
      <p>{words.question}</p>
      <div className={styles.choice}>
        <button type="button" onClick={() => onDecide('denied')}>
          {words.decline}
        </button>
        <button type="button" onClick={() => onDecide('granted')}>
          {words.accept}
        </button>
      </div>
    </section>
  );
}
