import { PATHS } from '#contract/pages.ts';
import { Breve } from '#ui/Breve.tsx';
import { useLanguage } from '../language/use-language.ts';
import { PrimaryLink, SecondaryLink } from '../shell/Actions.tsx';
import { PageLead, PageTitle } from '../shell/PageTitle.tsx';
import type { MissingText } from '../text/en/missing.ts';
import { wording } from '../text/wording.ts';
import styles from './Missing.module.css';

const texts = wording(
  import.meta.glob<MissingText>('/site/text/*/missing.ts', { eager: true, import: 'missing' }),
);

/** The "not found" page, with links to other pages. */
export default function Missing() {
  const words = texts[useLanguage().language];
  return (
    <div className={styles.page}>
      <PageTitle>{words.title}</PageTitle>
      <PageLead>{words.lead}</PageLead>
      <p className={styles.ways}>
        <PrimaryLink href={PATHS.home}>{words.home}</PrimaryLink>{' '}
        <SecondaryLink href={PATHS.contact}>{words.contact}</SecondaryLink>
      </p>
      <Breve swing="rest" className={styles.lost} />
    </div>
  );
}
