import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { Logo } from '#ui/Logo.tsx';
import { useLanguage } from '../language/use-language.ts';
import type { NavbarText } from '../text/en/navbar.ts';
import { navbarTexts } from './texts.ts';
import { values } from '../values.ts';
import { LanguageSwitch } from '../language/LanguageSwitch.tsx';
import { ThemeControl } from '../theme/ThemeControl.tsx';
import styles from './MobileMenu.module.css';

/**
 * The menu of small screens, a modal dialog: focus stays inside and returns to the icon,
 * Escape closes it. The icon, a press beside the links, a link, and a change of the page below close it
 * too. Without JavaScript the links unfold below the bar.
 */
export function MobileMenu({ path, children }: { path: string; children: ReactNode }) {
  const words = navbarTexts[useLanguage().language];
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(close, [path]);
  useEffect(() => {
    // After a tablet is turned: the styles hide the menu, and an open dialog would block the page below it.
    const wide = matchMedia('(min-width: 60rem)');
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);
  function show() {
    dialog.current?.showModal();
    setOpen(true);
  }
  function close() {
    dialog.current?.close();
  }
  function onPress(event: MouseEvent) {
    if (!(event.target as Element).closest('button')) close();
  }
  return (
    <div className={styles.menu}>
      <UnfoldedMenu words={words}>{children}</UnfoldedMenu>
      <button
        className={`${styles.icon} ${styles.opener}`}
        type="button"
        aria-label={words.openMenu}
        aria-expanded={open}
        onClick={show}
        data-live="menu"
      >
        <MenuIcon />
      </button>
      {/* Pressing beside the buttons is a pointer convenience; the keyboard has Escape and the icon. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <dialog
        className={styles.dialog}
        ref={dialog}
        aria-label={words.menu}
        onClose={() => setOpen(false)}
        onClick={onPress}
      >
        <Top words={words} onClose={close} />
        <nav className={styles.links} aria-label={words.label}>
          {children}
        </nav>
        <div className={styles.bottom}>
          <LanguageSwitch />
          <ThemeControl />
        </div>
      </dialog>
    </div>
  );
}

type WithWords = { words: NavbarText };

/** Below the bar, for browsers without script. */
function UnfoldedMenu({ words, children }: WithWords & { children: ReactNode }) {
  return (
    <details className={styles.alone}>
      <summary className={styles.icon} aria-label={words.openMenu}>
        <MenuIcon />
      </summary>
      <nav className={styles.below} aria-label={words.label}>
        {children}
      </nav>
    </details>
  );
}

function Top({ words, onClose }: WithWords & { onClose: () => void }) {
  return (
    <div className={styles.top}>
      <span className={styles.logo}>
        <Logo {...values.brand} />
      </span>
      <button className={styles.icon} type="button" aria-label={words.closeMenu} onClick={onClose}>
        <svg
          width="24"
          height="24"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <path d="M5.5 5.5l13 13M18.5 5.5l-13 13" />
        </svg>
      </button>
    </div>
  );
}

function MenuIcon() {
  return (
    <svg
      width="22.4"
      height="14.4"
      viewBox="0 0 28 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M2 3A30 30 0 0 0 26 3M2 12A30 30 0 0 0 26 12" />
    </svg>
  );
}
