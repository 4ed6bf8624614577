import { soonAddress, type TokenState } from '#contract/pages.ts';
import { Button } from '#ui/Button.tsx';
import { useLanguage } from '../language/use-language.ts';
import { PlainPage } from '../plain/PlainPage.tsx';
import { MyData } from './MyData.tsx';
import { subscriptionTexts } from './texts.ts';
import styles from './TokenPage.module.css';

const ADDRESS = '%ADDRESS%';

/**
 * A page behind a mailed link. Its forms post to the page's own URL, whose query has the token.
 */
export function TokenPage({ state }: { state: TokenState }) {
  const { language, text } = useLanguage();
  const words = subscriptionTexts[language][state];
  const [before, after] = words.text.split(ADDRESS);
  return (
    <PlainPage
      asked={{ name: state, value: '%TOKEN%' }}
      title={words.title}
      link={{ href: soonAddress('privacy', language), words: text.privacy.link }}
    >
      <p className={styles.text}>
        {before}
        {after !== undefined && (
          <span className={styles.address} translate="no">
            {ADDRESS}
          </span>
        )}
        {after}
      </p>
      {'also' in words && <p className={styles.text}>%ALSO%</p>}
      {'button' in words ? (
        <form className={styles.form} method="post">
          {'once' in words && <input type="hidden" name="shown" value="%SHOWN%" />}
          {'once' in words && <p className={styles.once}>%ONCE%</p>}
          <Button busy={false}>{words.button}</Button>
        </form>
      ) : (
        <MyData />
      )}
    </PlainPage>
  );
}
