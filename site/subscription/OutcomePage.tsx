import { productsAddress, soonAddress, type OutcomeState } from '#contract/pages.ts';
import { Breve } from '#ui/Breve.tsx';
import { useLanguage } from '../language/use-language.ts';
import { PlainPage } from '../plain/PlainPage.tsx';
import { values } from '../values.ts';
import { subscriptionTexts } from './texts.ts';
import styles from './TokenPage.module.css';

/** The page after a button of a token page was pressed, or for an invalid link. */
export function OutcomePage({ state }: { state: OutcomeState | 'book-expired' }) {
  const { language } = useLanguage();
  const words = subscriptionTexts[language][state];
  const isBook = state === 'book-expired';
  const address = isBook ? productsAddress : soonAddress;
  return (
    <PlainPage
      // The other language is requested by an invalid book link.
      asked={isBook ? { name: state, value: 'expired' } : { name: 'state', value: state }}
      title={words.title}
      link={{ href: address('idle', language), words: words.link }}
    >
      <p className={styles.text}>{words.text}</p>
      {'rights' in words && (
        <p className={styles.text}>
          {words.rights} <span translate="no">{values.legal.email}</span>
        </p>
      )}
      <Breve swing="arriving" className={styles.arrived} />
    </PlainPage>
  );
}
