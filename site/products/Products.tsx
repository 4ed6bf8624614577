import { Breve } from '#ui/Breve.tsx';
import { useLanguage } from '../language/use-language.ts';
import type { PageProps } from '../shell/pages.ts';
import { PageLead, PageTitle } from '../shell/PageTitle.tsx';
import { InboxHint } from '../subscribe/InboxHint.tsx';
import { Book } from './Book.tsx';
import { wordsFor } from './offer.ts';
import { offerTexts } from './offer-texts.ts';
import { productsTexts } from './texts.ts';
import styles from './Products.module.css';

/** The two books, and above them the answer to a form sent without script. */
export default function Products({ state, consent }: PageProps) {
  const { language, text } = useLanguage();
  const products = productsTexts[language];
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
      <PageLead>{products.lead}</PageLead>
      <Book interest="seo" consent={consent} words={wordsFor('seo', language)} />
      <Book interest="ads" consent={consent} words={wordsFor('ads', language)} />
    </div>
  );
}
