import type { ReactNode } from 'react';
import { Footer } from '../footer/Footer.tsx';
import Navbar from '../navbar/Navbar.tsx';
import { useLanguage } from '../language/use-language.ts';
import { navbarTexts } from '../navbar/texts.ts';
import styles from './Shell.module.css';

/** The server marks what only previews show, and writes their line: see server/web/pages/documents.ts. */
function isPreview(): boolean {
  return typeof document === 'object' && document.documentElement.hasAttribute('data-preview');
}

/** The frame of every page of the site. */
export function Shell({ path, children }: { path: string; children: ReactNode }) {
  const words = navbarTexts[useLanguage().language];
  return (
    <>
      {isPreview() && <p data-preview="">{words.preview}</p>}
      <a className={styles.skip} href="#main">
        {words.skip}
      </a>
      <Navbar path={path} />
      <main className={styles.main} id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}
