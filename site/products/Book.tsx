import { Breve } from '#ui/Breve.tsx';
import type { ProductsText } from '../text/en/products.ts';
import { Cover } from './Cover.tsx';
import { NotifyForm } from './NotifyForm.tsx';
import { fitOf } from '../shell/fit.ts';
import styles from './Products.module.css';
import type { NamedBook } from './texts.ts';

/** `isFirst`: it is visible at once. */
type Props = { book: NamedBook; isFirst: boolean; consent: string; words: ProductsText };

/** One book, available or upcoming. Its cover says no more than the words beside it. */
export function Book({ book, isFirst, consent, words }: Props) {
  const { name, subtitle, text } = book;
  // Ad blockers hide `ads`.
  const id = `book-${book.place + 1}`;
  return (
    <article className={styles.book}>
      <Cover className={styles.cover} book={book} loading={isFirst ? 'eager' : 'lazy'} alt="" />
      <div>
        <p className={styles.status}>
          <Breve swing="rest" className={styles.glyph} />
          <span>{words.status}</span>
        </p>
        <h2 className={styles.name} id={id} data-fit={fitOf(name)}>
          {name}
        </h2>
        {subtitle !== '' && <p className={styles.subtitle}>{subtitle}</p>}
        {text !== '' && <p className={styles.text}>{text}</p>}
        <p className={styles.format}>
          <span>{words.format}</span> <span>{words.languages}</span>
        </p>
        <NotifyForm heading={id} interest={book.id} consent={consent} words={words} />
      </div>
    </article>
  );
}
