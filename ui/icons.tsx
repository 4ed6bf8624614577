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

export function Instagram() {
  return (
    <Icon stroke={1.5}>
      <rect x="3.5" y="3.5" width="17" height="17" rx="4.6" />
      <circle cx="12" cy="12" r="4" />
      <circle cx="16.7" cy="7.3" r="0.9" fill="currentColor" stroke="none" />
    </Icon>
  );
}

export function LinkedIn() {
  return (
    <Icon>
      <path d="M5 10v9.5M10.5 19.5V10M10.5 14.5a4.2 4.2 0 0 1 8.4 0v5" />
      <circle cx="5" cy="5.3" r="1.3" fill="currentColor" stroke="none" />
    </Icon>
  );
}
