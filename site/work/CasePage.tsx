import { PATHS, caseAddress } from '#contract/pages.ts';
import type { CaseStory, ShownCase } from '#contract/site.ts';
import { Closing } from '../closing/Closing.tsx';
import { Steps } from '../home/Steps.tsx';
import { homeTexts } from '../home/texts.ts';
import { LanguageContext, useLanguage } from '../language/use-language.ts';
import { CHAPTERS } from '../services/places.ts';
import { servicesIn, servicesTexts } from '../services/texts.ts';
import { fitOf } from '../shell/fit.ts';
import { PageLink } from '../shell/PageLink.tsx';
import type { PageProps } from '../shell/pages.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { isHidden } from '../shell/Part.tsx';
import { texts } from '../text/texts.ts';
import styles from './CasePage.module.css';
import { CasePhoto } from './CasePhoto.tsx';
import { caseOf, casesIn, spokenIn, storyOf } from './cases.ts';
import { workTexts } from './texts.ts';

/** One piece of work, in the visitor’s language or in the one there is. */
export default function CasePage({ slug }: PageProps) {
  const choice = useLanguage();
  const one = caseOf(slug);
  const story = one && storyOf(one.slug);
  if (one === null || story === null) return null;
  const spoken = spokenIn(one, choice.language);
  if (spoken === choice.language) return <Told one={one} story={story} />;
  return (
    <LanguageContext value={{ ...choice, language: spoken, text: texts[spoken] }}>
      <div lang={spoken}>
        <Told one={one} story={story} />
      </div>
    </LanguageContext>
  );
}

type Props = { one: ShownCase; story: CaseStory };

function Told({ one, story }: Props) {
  const { language } = useLanguage();
  const { all, asked, done, since, next } = workTexts[language];
  const { closingTitle, closingCta } = homeTexts[language];
  const [first] = story.pictures;
  const cases = casesIn(language);
  const following = cases[(cases.findIndex(({ slug }) => slug === one.slug) + 1) % cases.length];
  return (
    <>
      <div className={styles.top}>
        <PageLink className={styles.back} href={PATHS.home} fragment="work">
          <span aria-hidden="true">‹</span> {all}
        </PageLink>
        <PageTitle className={styles.title}>{one.client[language]}</PageTitle>
        <div className={styles.row}>
          <p>{one.line[language]}</p>
          <ServiceNames places={story.services} />
        </div>
      </div>
      {first && <CasePhoto picture={first} shape="16x9" tall="4x5" wide="100vw" first />}
      <div className={styles.steps}>
        <Steps
          level="h2"
          steps={[
            { name: asked, text: story.asked[language] },
            { name: done, text: story.done[language] },
            { name: since, text: story.since[language] },
          ]}
        />
      </div>
      <Spread story={story} />
      {following && following.slug !== one.slug && (
        <PageLink className={styles.next} href={caseAddress(following.slug)}>
          {next} <b data-fit={fitOf(following.client[language])}>{following.client[language]}</b>
        </PageLink>
      )}
      <Closing title={closingTitle} lead={servicesTexts[language].closingLead} action={closingCta} />
    </>
  );
}

/** What it took, each with the way to its chapter. */
function ServiceNames({ places }: { places: readonly number[] }) {
  const { language } = useLanguage();
  const named = servicesIn(language).filter(({ chapter }) =>
    places.some((place) => CHAPTERS[place] === chapter),
  );
  if (named.length === 0) return null;
  return (
    <ul className={styles.services}>
      {named.map(({ name, chapter }) => (
        <li key={chapter}>
          {isHidden('services') ? (
            name
          ) : (
            <PageLink href={PATHS.services} fragment={chapter}>
              {name}
            </PageLink>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The second picture and what the client says, beside each other if there are both. */
function Spread({ story: { pictures, quote, by } }: Pick<Props, 'story'>) {
  const { language } = useLanguage();
  const [, second] = pictures;
  const said = quote[language];
  if (second === undefined && said === '') return null;
  return (
    <div className={styles.spread} data-alone={second === undefined || said === '' || undefined}>
      {second && (
        <CasePhoto
          picture={second}
          shape={said === '' ? '16x9' : '4x5'}
          tall="4x5"
          wide={said === '' ? '100vw' : '42vw'}
        />
      )}
      {said !== '' && (
        <figure className={styles.said}>
          <blockquote>{said}</blockquote>
          {by[language] !== '' && <figcaption>{by[language]}</figcaption>}
        </figure>
      )}
    </div>
  );
}
