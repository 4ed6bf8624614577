import { shapeAmong } from '#contract/content/pictures.ts';
import { caseAddress } from '#contract/pages.ts';
import { useLanguage } from '../language/use-language.ts';
import { fitOf } from '../shell/fit.ts';
import { PageLink } from '../shell/PageLink.tsx';
import { CasePhoto } from '../work/CasePhoto.tsx';
import { casesIn } from '../work/cases.ts';
import { OneCase } from './OneCase.tsx';
import section from './section.module.css';
import { homeTexts } from './texts.ts';
import styles from './Work.module.css';

/** Work for clients, composed by its number: one is a spread; more are side by side, a wide one below the odd ones. */
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
  if (cases.length === 1) return <OneCase one={first} title={title} />;
  return (
    <section id="work" tabIndex={-1} className={section.section}>
      {title}
      <ul className={styles.work}>
        {cases.map(({ slug, client, line, picture }, at) => (
          <li key={slug}>
            <CasePhoto
              picture={picture}
              shape={shapeAmong(at, cases.length)}
              tall="4x3"
              wide={WIDTHS[shapeAmong(at, cases.length)]}
              className={section.bleeds}
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
