import { soonAddress } from '#contract/pages.ts';
import { site } from '#site.config';
import { Logo } from '#ui/Logo.tsx';
import { LanguageToggle } from '../language/LanguageToggle.tsx';
import { useLanguage } from '../language/LanguageProvider.tsx';
import { PrivacyNotice } from './PrivacyNotice.tsx';
import styles from './PrivacyPage.module.css';

/** The notice as a document of its own: it needs no script, the dialog is its better half. */
export function PrivacyPage() {
  const { language, text } = useLanguage();
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <LanguageToggle state="privacy" />
        <p className={styles.logo}>
          <Logo {...site.brand} />
        </p>
      </header>
      <main>
        <h1 className={styles.title}>{text.privacy.title}</h1>
        <PrivacyNotice />
        <p className={styles.back}>
          <a href={soonAddress('idle', language)}>{text.privacy.back}</a>
        </p>
      </main>
    </div>
  );
}
