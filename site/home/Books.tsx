import { PATHS } from '#contract/pages.ts';
import coverAds from '../products/cover-ads.svg';
import coverSeo from '../products/cover-seo.svg';
import { SecondaryLink } from '../shell/Actions.tsx';
import { useLanguage } from '../language/LanguageProvider.tsx';
import { homeTexts } from './texts.ts';
import section from './section.module.css';
import styles from './Books.module.css';

export function Books() {
  const words = homeTexts[useLanguage().language];
  return (
    <section className={`${section.section} ${styles.books}`}>
      <div>
        <h2 className={section.title}>{words.productsTitle}</h2>
        <p className={styles.lead}>{words.productsLead}</p>
        <SecondaryLink href={PATHS.products}>{words.productsCta}</SecondaryLink>
      </div>
      <p className={styles.covers}>
        <img src={coverSeo} alt={words.coverSeo} width="600" height="900" loading="lazy" />
        <img src={coverAds} alt={words.coverAds} width="600" height="900" loading="lazy" />
      </p>
    </section>
  );
}
