import { Button } from '#ui/Button.tsx';
import { useLanguage } from '../language/use-language.ts';
import { Addressed } from './Addressed.tsx';
import { askedWords } from './news.ts';
import { subscriptionTexts } from './texts.ts';
import styles from './TokenPage.module.css';

/** Asks whether the newsletter is wanted: the button is the consent to these words. `consent`: their version. */
export function AskNews({ consent }: { consent: string }) {
  const { language } = useLanguage();
  const { text, note } = askedWords(language);
  return (
    <>
      <Addressed text={text} />
      <form className={styles.form} method="post">
        <input type="hidden" name="consent" value={consent} />
        <input type="hidden" name="shown" value="%SHOWN%" />
        <p className={styles.once}>%ONCE%</p>
        <Button busy={false}>{subscriptionTexts[language].news.button}</Button>
      </form>
      <p className={styles.note}>{note}</p>
    </>
  );
}
