import { letterAddress, NEWSLETTER_PATH, type NewsletterState } from '#contract/pages.ts';
import { Breve } from '#ui/Breve.tsx';
import { useLanguage } from '../language/use-language.ts';
import { PageLink } from '../shell/PageLink.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { Frame } from './Frame.tsx';
import { JoinForm } from './JoinForm.tsx';
import { dayOf, letters, onlyIn, spokenIn } from './letters.ts';
import styles from './Newsletter.module.css';
import { newsletterTexts } from './texts.ts';

type Props = { state: NewsletterState; consent: string };

/** The page of the newsletter: what people agree to, a plain form, and those so far. Runs no script of the site. */
export function Newsletter({ state, consent }: Props) {
  const { language } = useLanguage();
  const { title, thanks, first } = newsletterTexts[language];
  return (
    <Frame here={NEWSLETTER_PATH} state={state}>
      <PageTitle>{title}</PageTitle>
      {state === 'subscribed' ? (
        <p className={styles.thanks} role="status">
          <Breve swing="rest" />
          <span>{thanks}</span>
        </p>
      ) : (
        <JoinForm hasFailed={state === 'failed'} consent={consent} />
      )}
      {letters.length === 0 ? <p className={styles.first}>{first}</p> : <SoFar />}
    </Frame>
  );
}

function SoFar() {
  const { language } = useLanguage();
  const { soFar, only } = newsletterTexts[language];
  return (
    <section className={styles.far}>
      <h2>{soFar}</h2>
      <ul>
        {letters.map((letter) => {
          const spoken = spokenIn(letter, language);
          const { heading, preheader } = letter.words[spoken];
          const [date, day] = dayOf(letter, language);
          const note = onlyIn(letter, language, only);
          const lang = note === null ? undefined : spoken;
          return (
            <li key={letter.slug}>
              <time dateTime={day}>{date}</time>
              <h3 lang={lang}>
                <PageLink href={letterAddress(letter.slug)}>{heading}</PageLink>
              </h3>
              <p>
                <span lang={lang}>{preheader}</span>
                {note !== null && <small>{note}</small>}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
