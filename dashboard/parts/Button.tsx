import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import { Breve } from '#ui/Breve.tsx';
import primary from '#ui/Button.module.css';
import styles from './Button.module.css';

type Press = Omit<ComponentProps<'button'>, 'className' | 'disabled'> & {
  /** A request is in progress: the button stays focusable, and presses do nothing. */
  busy?: boolean;
  /** The action is not possible now; a sentence beside the button says why. */
  off?: boolean;
};

function pressOf({ busy = false, off = false, onClick, type = 'button', ...rest }: Press) {
  const still = (event: MouseEvent<HTMLButtonElement>) => event.preventDefault();
  return {
    ...rest,
    type,
    'aria-busy': busy || undefined,
    'aria-disabled': busy || off || undefined,
    onClick: busy || off ? still : onClick,
  };
}

type ButtonProps = Press & { danger?: boolean; wide?: boolean; children: ReactNode };

/** The one solid button of a view. `danger`: an action that cannot be undone. */
export function Button({ danger = false, wide = false, children, ...press }: ButtonProps) {
  const look = [primary.button, styles.button, danger ? styles.danger : '', wide ? styles.wide : ''].join(
    ' ',
  );
  return (
    <button className={look} {...pressOf(press)}>
      <span>{children}</span>
      {!danger && <Breve swing={press.busy === true ? 'swinging' : 'left'} className={primary.glyph} />}
    </button>
  );
}

/** `solid`: the next step, once in a list. `danger`: an action that cannot be undone. */
export function SmallButton({
  solid = false,
  danger = false,
  children,
  ...press
}: Press & { solid?: boolean; danger?: boolean; children: ReactNode }) {
  return (
    <button
      className={`${styles.small} ${solid ? styles.solid : ''} ${danger ? styles.danger : ''}`}
      {...pressOf(press)}
    >
      {children}
    </button>
  );
}

type To = { href: string; children: ReactNode };
/** `label`: its name where several rows have the same word. */
type Named = To & { label?: string };

/** A link to a page of the dashboard, e.g. `/launch`, that looks like the small button. */
export function SmallLink({ href, label, solid = false, children }: Named & { solid?: boolean }) {
  return (
    <Link className={`${styles.small} ${solid ? styles.solid : ''}`} href={href} aria-label={label}>
      {children}
    </Link>
  );
}

/** A link out of the dashboard, e.g. to the mail program. `onClick` records the press. */
export function ButtonOut({ href, onClick, children }: To & { onClick?: () => void }) {
  return (
    <a className={`${primary.button} ${styles.button}`} href={href} onClick={onClick}>
      <span>{children}</span>
      <Breve swing="left" className={primary.glyph} />
    </a>
  );
}

type TextProps = { danger?: boolean; icon?: ReactNode; children: ReactNode };

/** A button that looks like a link. */
export function TextButton({ danger = false, icon, children, ...press }: Press & TextProps) {
  return (
    <button className={`${styles.text} ${danger ? styles.dangerText : ''}`} {...pressOf(press)}>
      <span>{children}</span>
      {icon}
    </button>
  );
}

/** A link to a page of the dashboard. */
export function TextLink({ href, label, danger = false, icon, children }: Named & TextProps) {
  return (
    <Link className={`${styles.text} ${danger ? styles.dangerText : ''}`} href={href} aria-label={label}>
      <span>{children}</span>
      {icon}
    </Link>
  );
}

/** Buttons and links in a row. */
export function Acts({ children }: { children: ReactNode }) {
  return <div className={styles.acts}>{children}</div>;
}
