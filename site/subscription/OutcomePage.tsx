import { soonAddress, type OutcomeState } from '#contract/pages.ts';
import { useLanguage } from '../language/LanguageProvider.tsx';
import { PlainPage } from '../plain/PlainPage.tsx';
import { subscriptionTexts } from './texts.ts';
import styles from './TokenPage.module.css';

/** What follows a pressed button of a token page, or a link that cannot be read. */
export function OutcomePage({ state }: { state: OutcomeState }) {
  const { language } = useLanguage();
  const words = subscriptionTexts[language][state];
  return (
    <PlainPage
      asked={{ name: 'state', value: state }}
      title={words.title}
      link={{ href: soonAddress('idle', language), words: words.link }}
    >
      <p className={styles.text}>{words.text}</p>
    </PlainPage>
  );
}
