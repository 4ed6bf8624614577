import { PATHS } from '#contract/pages.ts';
import { Cover } from '../products/Cover.tsx';
import { SecondaryLink } from '../shell/Actions.tsx';
import { useLanguage } from '../language/use-language.ts';
import { homeTexts } from './texts.ts';
import section from './section.module.css';
import { fitOf } from '../shell/fit.ts';
import styles from './Books.module.css';

export function Books() {
  const words = homeTexts[useLanguage().language];
  return (
    <section className={`${section.section} ${styles.books}`}>
      <div>
        <h2 className={section.title} data-fit={fitOf(words.productsTitle)}>
          {words.productsTitle}
        </h2>
        <p className={styles.lead}>{words.productsLead}</p>
        <SecondaryLink href={PATHS.products}>{words.productsCta}</SecondaryLink>
      </div>
      <p className={styles.covers}>
        <Cover interest="seo" loading="lazy" alt={words.coverSeo} />
        <Cover interest="ads" loading="lazy" alt={words.coverAds} />
      </p>
    </section>
  );
}
