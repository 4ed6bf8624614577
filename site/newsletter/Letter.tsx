import { letterAddress, NEWSLETTER_PATH } from '#contract/pages.ts';
import { Breve } from '#ui/Breve.tsx';
import button from '#ui/Button.module.css';
import { useLanguage } from '../language/use-language.ts';
import { PageLink } from '../shell/PageLink.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { values } from '../values.ts';
import { Frame } from './Frame.tsx';
import { JoinForm } from './JoinForm.tsx';
import styles from './Letter.module.css';
import { dayOf, letterOf, letters, onlyIn, spokenIn } from './letters.ts';
import { LetterPicture } from './LetterPicture.tsx';
import { LetterText, linkTo } from './LetterText.tsx';
import { newsletterTexts } from './texts.ts';

/** The page of one newsletter, in the visitor’s language or in the one there is. Runs no script of the site. */
export function Letter({ slug, consent }: { slug: string; consent: string }) {
  const { language } = useLanguage();
  const { back, onlyHere, want } = newsletterTexts[language];
  const letter = letterOf(slug);
  const spoken = spokenIn(letter, language);
  const { heading, body, button: act, link } = letter.words[spoken];
  const only = onlyIn(letter, language, onlyHere);
  const lang = only === null ? undefined : spoken;
  const [date, day] = dayOf(letter, language);
  const hasNewsletter = values.newsletter !== null;
  return (
    <Frame here={letterAddress(slug)} state="idle">
      <p className={styles.over}>
        {hasNewsletter && <PageLink href={NEWSLETTER_PATH}>{back}</PageLink>}
        <time dateTime={day}>{date}</time>
      </p>
      <div lang={lang}>
        <PageTitle className={styles.title}>{heading}</PageTitle>
      </div>
      {only !== null && <p className={styles.only}>{only}</p>}
      <LetterPicture words={letter.words} language={spoken} className={styles.picture} />
      <div className={styles.text} lang={lang}>
        <LetterText text={body} language={spoken} />
        {act.trim() !== '' && (
          <p className={styles.act}>
            <a className={button.button} href={linkTo(link, spoken)}>
              <span>{act}</span>
              <Breve swing="left" className={button.glyph} />
            </a>
          </p>
        )}
      </div>
      <Others slug={slug} />
      {hasNewsletter && (
        <section className={styles.want}>
          <h2>{want}</h2>
          <JoinForm consent={consent} />
        </section>
      )}
    </Frame>
  );
}

/** The newsletters before and after it. */
function Others({ slug }: { slug: string }) {
  const { language } = useLanguage();
  const { newer, older } = newsletterTexts[language];
  const place = letters.findIndex((one) => one.slug === slug);
  const beside = [
    [older, letters[place + 1]],
    [newer, letters[place - 1]],
  ] as const;
  const there = beside.flatMap(([words, letter]) => (letter === undefined ? [] : [{ words, letter }]));
  if (there.length === 0) return null;
  return (
    <nav className={styles.more} aria-label={newsletterTexts[language].title}>
      {there.map(({ words, letter }) => {
        const spoken = spokenIn(letter, language);
        return (
          <PageLink key={words} href={letterAddress(letter.slug)}>
            <span>{words}</span>{' '}
            <b lang={spoken === language ? undefined : spoken}>{letter.words[spoken].heading}</b>
          </PageLink>
        );
      })}
    </nav>
  );
}
