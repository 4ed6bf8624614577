import { Link, useLocation } from 'wouter';
import { PATHS } from '#contract/pages.ts';
import { site } from '#site.config';
import { Breve } from '#ui/Breve.tsx';
import { Logo } from '#ui/Logo.tsx';
import { useNavbarText } from './use-navbar-text.ts';
import { LanguageSwitch } from '../language/LanguageSwitch.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import styles from './Navbar.module.css';

const LINKS = ['home', 'services', 'products', 'about', 'contact'] as const;

/** Logo, five links, language switch; below 960 px the links move into a menu. Not shown on the Coming Soon page. */
export default function Navbar() {
  const words = useNavbarText();
  return (
    <header className={styles.bar}>
      <Link className={styles.logo} href={PATHS.home}>
        <Logo {...site.brand} />
      </Link>
      <nav className={styles.links} aria-label={words.label}>
        <NavbarLinks />
      </nav>
      <LanguageSwitch />
      <MobileMenu>
        <NavbarLinks />
      </MobileMenu>
    </header>
  );
}

function NavbarLinks() {
  const words = useNavbarText();
  const [path] = useLocation();
  return (
    <ul className={styles.list}>
      {LINKS.map((page) => (
        <li key={page}>
          <Link href={PATHS[page]} aria-current={path === PATHS[page] ? 'page' : undefined}>
            <span>{words[page]}</span>
            {path === PATHS[page] && <Breve swing="rest" className={styles.current} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}
