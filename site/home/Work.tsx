import { caseAddress } from '#contract/pages.ts';
import type { ShownCase } from '#contract/site.ts';
import { useLanguage } from '../language/use-language.ts';
import { SecondaryLink } from '../shell/Actions.tsx';
import { fitOf } from '../shell/fit.ts';
import { PageLink } from '../shell/PageLink.tsx';
import { CasePhoto } from '../work/CasePhoto.tsx';
import { casesIn, storyOf } from '../work/cases.ts';
import section from './section.module.css';
import { homeTexts } from './texts.ts';
import styles from './Work.module.css';

/** Work for clients, composed by its number: one is a spread; more stand beside each other, a wide one below the odd ones. */
export function Work() {
  const { language } = useLanguage();
  const cases = casesIn(language);
  const [first] = cases;
  if (first === undefined) return null;
  const { caseTitle } = homeTexts[language];
  const title = (
    <h2 className={section.title} data-fit={fitOf(caseTitle)}>
      {caseTitle}
    </h2>
  );
  if (cases.length === 1)
    return (
      <section id="work" tabIndex={-1} className={`${section.section} ${styles.only}`}>
        <div>
          {title}
          <Said one={first} />
        </div>
        <CasePhoto picture={first.picture} shape="4x3" tall="4x3" wide="58vw" className={styles.bleeds} />
      </section>
    );
  return (
    <section id="work" tabIndex={-1} className={section.section}>
      {title}
      <ul className={styles.work}>
        {cases.map(({ slug, client, line, picture }, at) => (
          <li key={slug}>
            <CasePhoto
              picture={picture}
              shape={shapeOf(at, cases.length)}
              tall="4x3"
              wide={WIDTHS[shapeOf(at, cases.length)]}
              className={styles.bleeds}
            />
            <div>
              <h3>
                <PageLink href={caseAddress(slug)}>{client[language]}</PageLink>
              </h3>
              <p>{line[language]}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const WIDTHS = { '4x3': '58vw', '4x5': '42vw', '21x9': '100vw' };

/** 4:3 beside 4:5, then the other way round. */
function shapeOf(at: number, count: number): '4x3' | '4x5' | '21x9' {
  if (at === count - 1 && at % 2 === 0) return '21x9';
  return at % 4 === 1 || at % 4 === 2 ? '4x5' : '4x3';
}

/** What the client says; else what it was about. */
function Said({ one: { slug, client, line } }: { one: ShownCase }) {
  const { language } = useLanguage();
  const { quote, by } = storyOf(slug) ?? {};
  const said = quote?.[language] ?? '';
  const name = client[language];
  return (
    <>
      {said === '' ? (
        <p className={styles.said}>{line[language] || name}</p>
      ) : (
        <blockquote className={styles.said}>{said}</blockquote>
      )}
      <p className={styles.by}>
        {[said === '' ? '' : by?.[language], line[language] || said ? name : ''].filter(Boolean).join(', ')}
      </p>
      <SecondaryLink href={caseAddress(slug)}>{homeTexts[language].caseCta}</SecondaryLink>
    </>
  );
}
