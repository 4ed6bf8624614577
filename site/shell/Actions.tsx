import { Breve } from '#ui/Breve.tsx';
import button from '#ui/Button.module.css';
import { PageLink } from './PageLink.tsx';
import styles from './Actions.module.css';

type Props = { href: string; children: string };

/** A page's primary link, drawn as a button. */
export function PrimaryLink({ href, children }: Props) {
  return (
    <PageLink className={`${button.button} ${styles.primary}`} href={href}>
      <span>{children}</span>
      <Breve swing="left" className={button.glyph} />
    </PageLink>
  );
}

/** The secondary link. */
export function SecondaryLink({ href, children }: Props) {
  return (
    <PageLink className={styles.secondary} href={href}>
      {children}
    </PageLink>
  );
}
