import { NEWS } from '#contract/newsletter.ts';
import { soonAddress } from '#contract/pages.ts';
import { Button } from '#ui/Button.tsx';
import { useLanguage } from '../language/use-language.ts';
import { AddressField } from '../subscribe/AddressField.tsx';
import { values } from '../values.ts';
import styles from './Newsletter.module.css';
import { besideForm, newsletterTexts } from './texts.ts';

/** As the form of a book, without its script. */
export function JoinForm({ consent, hasFailed = false }: { consent: string; hasFailed?: boolean }) {
  const { language, text } = useLanguage();
  const { field, button } = newsletterTexts[language];
  const { prompt, note } = besideForm(language);
  return (
    <div className={styles.join}>
      <p className={styles.prompt} id="prompt">
        {prompt}
      </p>
      <form className={styles.form} method="post" action={values.subscribeEndpoint} aria-labelledby="prompt">
        <label htmlFor="email">{field}</label>
        <AddressField
          ref={null}
          id="email"
          noteId="note"
          errorId="error"
          status={hasFailed ? 'failed' : 'idle'}
          onTouched={() => {}}
          consent={consent}
        />
        <input type="hidden" name="asks" value={NEWS} />
        <Button busy={false}>{button}</Button>
      </form>
      {hasFailed && (
        <p className={styles.error} id="error" role="alert">
          {text.soon.errorMessage}
        </p>
      )}
      <p className={styles.note} id="note">
        <span>{note}</span> <a href={soonAddress('privacy', language)}>{text.privacy.link}</a>
      </p>
    </div>
  );
}
