import { addressIn, NEWSLETTER_PATH, PATHS, soonAddress, type NewsletterState } from '#contract/pages.ts';
import { NEWS } from '#contract/newsletter.ts';
import { Breve } from '#ui/Breve.tsx';
import { Button } from '#ui/Button.tsx';
import { Logo } from '#ui/Logo.tsx';
import { Footer } from '../footer/Footer.tsx';
import { LanguageToggle } from '../language/LanguageToggle.tsx';
import { useLanguage } from '../language/use-language.ts';
import plain from '../plain/PlainPage.module.css';
import { PageTitle } from '../shell/PageTitle.tsx';
import { AddressField } from '../subscribe/AddressField.tsx';
import { values } from '../values.ts';
import styles from './Newsletter.module.css';
import { besideForm, newsletterTexts } from './texts.ts';

type Props = { state: NewsletterState; consent: string };

/** The page of the newsletter: what people agree to, and a plain form. Runs no script of the site. */
export function Newsletter({ state, consent }: Props) {
  const { language } = useLanguage();
  const { title, thanks, first } = newsletterTexts[language];
  return (
    <>
      <Top state={state} />
      <main className={styles.page}>
        <PageTitle>{title}</PageTitle>
        {state === 'subscribed' ? (
          <p className={styles.thanks} role="status">
            <Breve swing="rest" />
            <span>{thanks}</span>
          </p>
        ) : (
          <Form hasFailed={state === 'failed'} consent={consent} />
        )}
        <p className={styles.first}>{first}</p>
      </main>
      <Footer here={NEWSLETTER_PATH} />
    </>
  );
}

function Top({ state }: Pick<Props, 'state'>) {
  const { language } = useLanguage();
  return (
    <header className={`${plain.top} ${styles.top}`}>
      <LanguageToggle name="state" value={state} action={NEWSLETTER_PATH} />
      <p className={plain.logo}>
        <a href={addressIn(PATHS.home, language)}>
          <Logo {...values.brand} />
        </a>
      </p>
    </header>
  );
}

/** As the form of a book, without its script. */
function Form({ hasFailed, consent }: { hasFailed: boolean; consent: string }) {
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
