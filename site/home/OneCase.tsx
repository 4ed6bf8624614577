import type { ReactNode } from 'react';
import { caseAddress } from '#contract/pages.ts';
import type { ShownCase } from '#contract/site.ts';
import { useLanguage } from '../language/use-language.ts';
import { SecondaryLink } from '../shell/Actions.tsx';
import { CasePhoto } from '../work/CasePhoto.tsx';
import { storyOf } from '../work/cases.ts';
import section from './section.module.css';
import { homeTexts } from './texts.ts';
import styles from './OneCase.module.css';

/** The only case: a spread. */
export function OneCase({ one, title }: { one: ShownCase; title: ReactNode }) {
  return (
    <section id="work" tabIndex={-1} className={`${section.section} ${styles.only}`}>
      <div>
        {title}
        <Said one={one} />
      </div>
      <CasePhoto picture={one.picture} shape="4x3" tall="4x3" wide="58vw" className={section.bleeds} />
    </section>
  );
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
