import type { ReactNode } from 'react';
import type { Placeholder } from '#contract/pages.ts';

type Props = { value: Placeholder; children: ReactNode };

/** Left out by the server if the value is empty. */
export function When({ value, children }: Props) {
  return (
    <>
      {`%?${value}%`}
      {children}
      {`%/${value}%`}
    </>
  );
}

/** Left out by the server unless the value is empty. */
export function Unless({ value, children }: Props) {
  return (
    <>
      {`%^${value}%`}
      {children}
      {`%/${value}%`}
    </>
  );
}
