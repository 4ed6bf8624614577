import { useEffect, useRef, type ReactNode } from 'react';
import { partMeant } from '../routing/landing.ts';
import { fitOf } from './fit.ts';
import styles from './PageTitle.module.css';

type Props = { className?: string | undefined; children: string; end?: ReactNode };

let isFirst = true;

/**
 * The heading of a page. After a navigation it takes the focus, which announces it once; a fragment in the
 * URL takes the focus instead.
 * `className`: replaces the default look. `end`: a drawing right after the last word.
 */
export function PageTitle({ className = styles.title, children, end }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst && partMeant() === null) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <h1 ref={heading} className={className} data-fit={fitOf(children)} tabIndex={-1}>
      {children}
      {end}
    </h1>
  );
}

/** A page's lead, below the default heading. */
export function PageLead({ children }: { children: ReactNode }) {
  return <p className={styles.lead}>{children}</p>;
}
