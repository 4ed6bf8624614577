import { NO_BOOK } from '#contract/books.ts';
import { Breve } from '#ui/Breve.tsx';
import type { ProductsText } from '../text/en/products.ts';
import { NotifyForm } from './NotifyForm.tsx';
import styles from './Products.module.css';

/** Where no book is shown yet: the place of a cover, and a plain subscription. */
export function FirstBook({ consent, words }: { consent: string; words: ProductsText }) {
  return (
    <section className={styles.first}>
      <span className={styles.blank}>
        <Breve swing="left" />
      </span>
      <div>
        <h2 id="first-book">{words.first}</h2>
        <NotifyForm
          heading="first-book"
          interest={NO_BOOK}
          consent={consent}
          words={{ ...words, note: words.firstNote }}
        />
      </div>
    </section>
  );
}
