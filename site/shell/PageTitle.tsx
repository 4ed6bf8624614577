import { useEffect, useRef, type ReactNode } from 'react';
import { partMeant } from '../routing/landing.ts';
import styles from './PageTitle.module.css';

type Props = { className?: string | undefined; children: ReactNode };

let isFirst = true;

/**
 * The heading of a page. After a change of pages focus goes here, which also announces it, once; unless the address
 * means a part of the page, where it goes then.
 * `className`: instead of the usual look.
 */
export function PageTitle({ className = styles.title, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst && partMeant() === null) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <h1 ref={heading} className={className} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** What a page is about, below its usual heading. */
export function PageLead({ children }: { children: ReactNode }) {
  return <p className={styles.lead}>{children}</p>;
}
