import type { ReactNode } from 'react';

/** 24-unit grid, round caps. The surrounding element has the accessible name. */
export function Icon({ stroke = 2, children }: { stroke?: number; children: ReactNode }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
