import { PATHS } from '#contract/pages.ts';
import { Closing } from '../closing/Closing.tsx';
import { Part } from '../shell/Part.tsx';
import type { PageProps } from '../shell/pages.ts';
import { PageLink } from '../shell/PageLink.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useLanguage } from '../language/use-language.ts';
import { PlanSheet } from './PlanSheet.tsx';
import { Arc } from './Arc.tsx';
import swing from './Swing.module.css';
import { servicesIn, servicesTexts } from './texts.ts';
import { fitOf } from '../shell/fit.ts';
import styles from './Services.module.css';

/** Chapters at their places of one swing. Each has a URL, to which its heading links. */
export default function Services(_props: PageProps) {
  const { language } = useLanguage();
  const services = servicesIn(language);
  const { title, lead, includes, closing, closingLead, closingCta } = servicesTexts[language];
  return (
    <>
      <div className={styles.services}>
        <PageTitle className={styles.title}>{title}</PageTitle>
        <p className={styles.lead}>{lead}</p>
        <div className={`${swing.swing} ${styles.chapters}`} data-n={services.length}>
          {services.map((item, nth) => (
            <section
              className={`${swing.place} ${styles.chapter}`}
              // The page turns in its middle.
              data-turned={2 * nth > services.length - 1 || undefined}
              key={item.chapter}
            >
              <Arc places={services.length} />
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
        </div>
        <Part name="services.plan">
          <PlanSheet />
        </Part>
      </div>
      <Closing title={closing} lead={closingLead} action={closingCta} />
    </>
  );
}
