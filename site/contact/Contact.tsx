import { Instagram, LinkedIn } from '#ui/icons.tsx';
import { useLanguage } from '../language/use-language.ts';
import type { PageProps } from '../shell/pages.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { values } from '../values.ts';
import styles from './Contact.module.css';
import { ContactForm } from './ContactForm.tsx';
import { Details } from './Details.tsx';
import { contactTexts } from './texts.ts';

/** A title, other ways to find the agency, and the form. */
export default function Contact({ state, consent }: PageProps) {
  const words = contactTexts[useLanguage().language];
  const { socials } = useLanguage().text;
  const { instagram, linkedin } = values.social;
  return (
    <div className={styles.page}>
      <div>
        <PageTitle className={styles.title}>
          <span>{words.title}</span>
        </PageTitle>
        <p className={styles.lead}>
          <span>{words.lead}</span>
        </p>
        {values.contact !== null && <Details contact={values.contact} />}
        <p className={styles.social}>
          <a href={instagram} target="_blank" rel="noopener" aria-label={socials.instagram}>
            <Instagram />
          </a>
          <a href={linkedin} target="_blank" rel="noopener" aria-label={socials.linkedin}>
            <LinkedIn />
          </a>
        </p>
      </div>
      <ContactForm state={state} consent={consent} />
    </div>
  );
}
