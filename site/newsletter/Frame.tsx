import type { ReactNode } from 'react';
import { addressIn, PATHS, type NewsletterState } from '#contract/pages.ts';
import { Logo } from '#ui/Logo.tsx';
import { Footer } from '../footer/Footer.tsx';
import { LanguageToggle } from '../language/LanguageToggle.tsx';
import { useLanguage } from '../language/use-language.ts';
import plain from '../plain/PlainPage.module.css';
import { values } from '../values.ts';
import styles from './Newsletter.module.css';

/** Around a page of the newsletter, which runs no script of the site. `here`: its path. */
export function Frame({
  here,
  state,
  children,
}: {
  here: string;
  state: NewsletterState;
  children: ReactNode;
}) {
  const { language } = useLanguage();
  return (
    <>
      <header className={`${plain.top} ${styles.top}`}>
        <LanguageToggle name="state" value={state} action={here} />
        <p className={plain.logo}>
          <a href={addressIn(PATHS.home, language)}>
            <Logo {...values.brand} />
          </a>
        </p>
      </header>
      <main className={styles.page}>{children}</main>
      <Footer here={here} />
    </>
  );
}
