import { useEffect, useRef, type ReactNode } from 'react';

let isFirst = true;

/** The heading of a page. After a change of pages focus goes here, which also announces it, once. */
export function PageTitle({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <h1 ref={heading} className={className} tabIndex={-1}>
      {children}
    </h1>
  );
}
