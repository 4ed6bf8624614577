import { Breve } from '#ui/Breve.tsx';
import button from '#ui/Button.module.css';
import { Button } from '#ui/Button.tsx';
import { useLanguage } from '../language/use-language.ts';
import { Addressed } from './Addressed.tsx';
import { subscriptionTexts } from './texts.ts';
import styles from './Leave.module.css';
import page from './TokenPage.module.css';
import { Unless, When } from './When.tsx';

/** Ends all mails. A reader of the newsletter may end that alone. */
export function Leave() {
  const words = subscriptionTexts[useLanguage().language].unsubscribe;
  return (
    <>
      <Unless value="NEWS">
        <Addressed text={words.text} />
        <form className={page.form} method="post">
          <Button busy={false}>{words.button}</Button>
        </form>
      </Unless>
      <When value="NEWS">
        <Addressed text={words.choice} />
        <form className={styles.two} method="post">
          <div>
            <button className={button.button} type="submit" name="of" value="news">
              <span>{words.news}</span>
              <Breve swing="left" className={button.glyph} />
            </button>
            <p>{words.newsText}</p>
          </div>
          <div>
            <button className={`${button.button} ${styles.all}`} type="submit">
              <span>{words.all}</span>
              <Breve swing="left" className={button.glyph} />
            </button>
            <p>{words.allText}</p>
          </div>
        </form>
      </When>
    </>
  );
}
