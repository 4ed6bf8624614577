import { useLanguage } from '../language/use-language.ts';
import type { PageProps } from '../shell/pages.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { hasProfiles, Profiles } from '../shell/Profiles.tsx';
import { values } from '../values.ts';
import styles from './Contact.module.css';
import { ContactForm } from './ContactForm.tsx';
import { Details } from './Details.tsx';
import { contactTexts } from './texts.ts';

/** A title, other ways to find the agency, and the form. */
export default function Contact({ state, consent }: PageProps) {
  const words = contactTexts[useLanguage().language];
  return (
    <div className={styles.page}>
      <div>
        <div>
          <PageTitle className={styles.title}>{words.title}</PageTitle>
          <p className={styles.lead}>
            <span>{words.lead}</span>
          </p>
        </div>
        <div>
          {values.contact !== null && <Details contact={values.contact} />}
          {hasProfiles() && (
            <p className={styles.social}>
              <Profiles />
            </p>
          )}
        </div>
      </div>
      <ContactForm state={state} consent={consent} />
    </div>
  );
}
