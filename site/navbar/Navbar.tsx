import { caseAt, PATHS, type InnerPage } from '#contract/pages.ts';
import { Breve } from '#ui/Breve.tsx';
import { Logo } from '#ui/Logo.tsx';
import { PageLink } from '../shell/PageLink.tsx';
import { shownPages } from '../shell/Part.tsx';
import { useLanguage } from '../language/use-language.ts';
import { navbarTexts } from './texts.ts';
import { values } from '../values.ts';
import { LanguageSwitch } from '../language/LanguageSwitch.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import styles from './Navbar.module.css';

/** Logo, five links, language switch; below 960 px the links are in a menu. Not on the Coming Soon page. */
export default function Navbar({ path }: { path: string }) {
  const words = navbarTexts[useLanguage().language];
  return (
    <header className={styles.bar}>
      <PageLink className={styles.logo} href={PATHS.home}>
        <Logo {...values.brand} />
      </PageLink>
      <nav className={styles.links} aria-label={words.label}>
        <NavbarLinks path={path} underlined />
      </nav>
      <LanguageSwitch />
      <MobileMenu path={path}>
        <NavbarLinks path={path} />
      </MobileMenu>
    </header>
  );
}

/** `underlined`: hovering draws an arc below a link. The current page's link always has it. */
function NavbarLinks({ path, underlined = false }: { path: string; underlined?: boolean }) {
  const words = navbarTexts[useLanguage().language];
  return (
    <ul className={styles.list}>
      {shownPages().map((page) => (
        <li key={page}>
          <PageLink href={PATHS[page]} aria-current={currentAt(page, path)}>
            <span>{words[page]}</span>
            {(underlined || currentAt(page, path)) && <Breve swing="rest" className={styles.arc} />}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

/** A case belongs to the home page. */
function currentAt(page: InnerPage, path: string): 'page' | 'true' | undefined {
  if (path === PATHS[page]) return 'page';
  return page === 'home' && caseAt(path) !== null ? 'true' : undefined;
}
