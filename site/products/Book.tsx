import type { OwnBook } from '#contract/books.ts';
import { Breve } from '#ui/Breve.tsx';
import type { ProductsText } from '../text/en/products.ts';
import { Cover } from './Cover.tsx';
import { NotifyForm } from './NotifyForm.tsx';
import { fitOf } from '../shell/fit.ts';
import styles from './Products.module.css';

/** The IDs of their headings. Ad blockers hide `ads`. */
const IDS: Record<OwnBook, string> = { seo: 'book-1', ads: 'book-2' };
/** The first one is visible at once. */
const LOADING: Record<OwnBook, 'eager' | 'lazy'> = { seo: 'eager', ads: 'lazy' };

type Props = { interest: OwnBook; consent: string; words: ProductsText };

/** One book, available or upcoming. Its cover says no more than the words beside it. */
export function Book({ interest, consent, words }: Props) {
  const { name, subtitle, text } = words[interest];
  const id = IDS[interest];
  return (
    <article className={styles.book}>
      <Cover className={styles.cover} interest={interest} loading={LOADING[interest]} alt="" />
      <div>
        <p className={styles.status}>
          <Breve swing="rest" className={styles.glyph} />
          <span>{words.status}</span>
        </p>
        <h2 className={styles.name} id={id} data-fit={fitOf(name)}>
          {name}
        </h2>
        <p className={styles.subtitle}>{subtitle}</p>
        <p className={styles.text}>{text}</p>
        <p className={styles.format}>
          <span>{words.format}</span> <span>{words.languages}</span>
        </p>
        <NotifyForm heading={id} interest={interest} consent={consent} words={words} />
      </div>
    </article>
  );
}
