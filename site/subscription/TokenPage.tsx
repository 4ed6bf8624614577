import { soonAddress, type TokenState } from '#contract/pages.ts';
import { Breve } from '#ui/Breve.tsx';
import { Button } from '#ui/Button.tsx';
import { useLanguage } from '../language/use-language.ts';
import { PlainPage } from '../plain/PlainPage.tsx';
import { Addressed } from './Addressed.tsx';
import { AskNews } from './AskNews.tsx';
import { Leave } from './Leave.tsx';
import { MyData } from './MyData.tsx';
import { subscriptionTexts } from './texts.ts';
import styles from './TokenPage.module.css';
import { When } from './When.tsx';

/**
 * A page behind a mailed link. Its forms post to the page's own URL, whose query has the token. `consent`: the version
 * of the words that are agreed to.
 */
export function TokenPage({ state, consent }: { state: TokenState; consent: string }) {
  const { language, text } = useLanguage();
  const words = subscriptionTexts[language];
  return (
    <PlainPage
      asked={{ name: state, value: '%TOKEN%' }}
      title={words[state].title}
      link={{ href: soonAddress('privacy', language), words: text.privacy.link }}
      above={state === 'news' && <Confirmed words={words.news.confirmed} />}
    >
      {state === 'confirm' && <Confirm />}
      {state === 'unsubscribe' && <Leave />}
      {state === 'me' && <MyData />}
      {state === 'news' && <AskNews consent={consent} />}
    </PlainPage>
  );
}

function Confirm() {
  const words = subscriptionTexts[useLanguage().language].confirm;
  return (
    <>
      <Addressed text={words.text} />
      <p className={styles.text}>%ASKED%</p>
      <form className={styles.form} method="post">
        <input type="hidden" name="shown" value="%SHOWN%" />
        <p className={styles.once}>%ONCE%</p>
        <Button busy={false}>{words.button}</Button>
      </form>
    </>
  );
}

/** Right after the address was. */
function Confirmed({ words }: { words: string }) {
  return (
    <When value="CONFIRMED">
      <p className={styles.confirmed}>
        <Breve swing="rest" />
        {words}
      </p>
    </When>
  );
}
