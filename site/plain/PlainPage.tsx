import type { ReactNode } from 'react';
import { Logo } from '#ui/Logo.tsx';
import { LanguageToggle, type Asked } from '../language/LanguageToggle.tsx';
import { values } from '../values.ts';
import styles from './PlainPage.module.css';

type PlainPageProps = {
  /** The parameters that ask for this page, in the other language too. */
  asked: Asked;
  title: string;
  /** Where the page leads on to, below everything else. */
  link: { href: string; words: string };
  children: ReactNode;
};

/** A document that runs none of the site's script. */
export function PlainPage({ asked, title, link, children }: PlainPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <LanguageToggle {...asked} />
        <p className={styles.logo}>
          <Logo {...values.brand} />
        </p>
      </header>
      <main>
        <h1 className={styles.title}>{title}</h1>
        {children}
        <p className={styles.link}>
          <a href={link.href}>{link.words}</a>
        </p>
      </main>
    </div>
  );
}
