import { PATHS } from '#contract/pages.ts';
import { SwingGlyph } from '#ui/SwingGlyph.tsx';
import { Closing } from '../closing/Closing.tsx';
import { Part } from '../shell/Part.tsx';
import type { PageProps } from '../shell/pages.ts';
import { PageLink } from '../shell/PageLink.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useLanguage } from '../language/use-language.ts';
import { PlanSheet } from './PlanSheet.tsx';
import { servicesIn, servicesTexts } from './texts.ts';
import { fitOf } from '../shell/fit.ts';
import styles from './Services.module.css';

/** Chapters at their places of one swing. Each has a URL, to which its heading links. */
export default function Services(_props: PageProps) {
  const { language } = useLanguage();
  const { title, lead, includes, closing, closingLead, closingCta } = servicesTexts[language];
  return (
    <>
      <div className={styles.services}>
        <PageTitle className={styles.title}>{title}</PageTitle>
        <p className={styles.lead}>{lead}</p>
        {servicesIn(language).map((item) => (
          <section className={styles.chapter} key={item.chapter}>
            <SwingGlyph at={item.at} className={styles.glyph} />
            <h2 id={item.chapter} tabIndex={-1} data-fit={fitOf(item.name)}>
              <PageLink href={PATHS.services} fragment={item.chapter}>
                {item.name}
              </PageLink>
            </h2>
            <div>
              <p>{item.text}</p>
              {item.includes.length > 0 && (
                <ul aria-label={includes}>
                  {item.includes.map((part) => (
                    <li key={part}>{part}</li>
                  ))}
                </ul>
              )}
            </div>
          </section>
        ))}
        <Part name="services.plan">
          <PlanSheet />
        </Part>
      </div>
      <Closing title={closing} lead={closingLead} action={closingCta} />
    </>
  );
}
