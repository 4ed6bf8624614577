import { bookLink } from '#contract/books.ts';
import { productsAddress, soonAddress, type OutcomeState } from '#contract/pages.ts';
import { Breve } from '#ui/Breve.tsx';
import { useLanguage } from '../language/use-language.ts';
import { PlainPage } from '../plain/PlainPage.tsx';
import { values } from '../values.ts';
import { subscriptionTexts } from './texts.ts';
import styles from './TokenPage.module.css';

/** The page after a pressed button of a token page, or for a link that cannot be read. */
export function OutcomePage({ state }: { state: OutcomeState | 'book-expired' }) {
  const { language } = useLanguage();
  const words = subscriptionTexts[language][state];
  const isBook = state === 'book-expired';
  const address = isBook ? productsAddress : soonAddress;
  return (
    <PlainPage
      // In the other language: a link to a book that is none.
      asked={isBook ? { name: bookLink('seo'), value: 'expired' } : { name: 'state', value: state }}
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
