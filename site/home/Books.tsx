import { PATHS } from '#contract/pages.ts';
import { filled } from '#contract/words.ts';
import { Cover } from '../products/Cover.tsx';
import { booksIn } from '../products/texts.ts';
import { SecondaryLink } from '../shell/Actions.tsx';
import { useLanguage } from '../language/use-language.ts';
import { homeTexts } from './texts.ts';
import section from './section.module.css';
import { fitOf } from '../shell/fit.ts';
import styles from './Books.module.css';

export function Books() {
  const { language } = useLanguage();
  const words = homeTexts[language];
  const books = booksIn(language);
  if (books.length === 0) return null;
  return (
    <section className={`${section.section} ${styles.books}`}>
      <div>
        <h2 className={section.title} data-fit={fitOf(words.productsTitle)}>
          {words.productsTitle}
        </h2>
        <p className={styles.lead}>{words.productsLead}</p>
        <SecondaryLink href={PATHS.products}>{words.productsCta}</SecondaryLink>
      </div>
      <p className={styles.covers} data-n={Math.min(books.length, 3)}>
        {books.map((book) => (
          <Cover key={book.id} book={book} loading="lazy" alt={filled(words.cover, { book: book.name })} />
        ))}
      </p>
    </section>
  );
}
