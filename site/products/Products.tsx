import { Breve } from '#ui/Breve.tsx';
import { useLanguage } from '../language/use-language.ts';
import type { PageProps } from '../shell/pages.ts';
import { PageLead, PageTitle } from '../shell/PageTitle.tsx';
import { InboxHint } from '../subscribe/InboxHint.tsx';
import { FirstBook } from './FirstBook.tsx';
import { Book } from './Book.tsx';
import { wordsFor } from './offer.ts';
import { offerTexts } from './offer-texts.ts';
import { booksIn, productsTexts } from './texts.ts';
import styles from './Products.module.css';

/** The books, and above them the answer to a form sent without script. */
export default function Products({ state, consent }: PageProps) {
  const { language, text } = useLanguage();
  const products = productsTexts[language];
  const books = booksIn(language);
  const isSent = state === 'subscribed-book';
  return (
    <div className={styles.page}>
      <PageTitle>{products.title}</PageTitle>
      {(isSent || state === 'subscribed') && (
        <>
          <p className={styles.answer} role="status">
            <Breve swing="arriving" className={styles.arrived} />
            <span>{isSent ? offerTexts[language].thanks : products.thanks}</span>
          </p>
          <InboxHint />
        </>
      )}
      {state === 'failed' && (
        <p className={`${styles.answer} ${styles.failed}`} role="alert">
          <span>{text.soon.errorMessage}</span>
        </p>
      )}
      <PageLead>{books.length === 0 ? products.firstLead : products.lead}</PageLead>
      {books.length === 0 && <FirstBook consent={consent} words={products} />}
      <div className={styles.shelf} data-n={Math.min(books.length, 3)}>
        {books.map((book, n) => (
          <Book
            key={book.id}
            book={book}
            isFirst={n === 0}
            consent={consent}
            words={wordsFor(book.id, language)}
          />
        ))}
      </div>
    </div>
  );
}
