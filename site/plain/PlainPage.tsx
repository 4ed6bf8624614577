import type { ReactNode } from 'react';
import { Logo } from '#ui/Logo.tsx';
import { LanguageToggle, type DocumentQuery } from '../language/LanguageToggle.tsx';
import { values } from '../values.ts';
import { fitOf } from '../shell/fit.ts';
import styles from './PlainPage.module.css';

type PlainPageProps = {
  /** The query parameter that requests this page, also in the other language. */
  asked: DocumentQuery;
  title: string;
  /** A link to continue with, below everything else. */
  link: { href: string; words: string };
  /** A line over the title. */
  above?: ReactNode;
  children: ReactNode;
};

/** A document without the site's script. */
export function PlainPage({ asked, title, link, above, children }: PlainPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <LanguageToggle {...asked} />
        <p className={styles.logo}>
          <Logo {...values.brand} />
        </p>
      </header>
      <main>
        {above}
        <h1 className={styles.title} data-fit={fitOf(title)}>
          {title}
        </h1>
        {children}
        <p className={styles.link}>
          <a href={link.href}>{link.words}</a>
        </p>
      </main>
    </div>
  );
}
