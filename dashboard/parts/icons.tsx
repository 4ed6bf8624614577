import type { ReactNode } from 'react';

/** On a 24-unit grid, with round ends. The surrounding element has the accessible name. */
export function drawn(size: number, drawing: ReactNode) {
  return function Drawn() {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawing}
      </svg>
    );
  };
}

export const DownIcon = drawn(20, <path d="m6 9.5 6 5 6-5" />);
export const LeftIcon = drawn(18, <path d="m14.5 6-5 6 5 6" />);
export const CrossIcon = drawn(18, <path d="m7 7 10 10M17 7 7 17" />);
export const TickIcon = drawn(22, <path d="m5 12.5 4.5 4.5L19 7.5" />);
/** A link out of the dashboard. */
export const OutIcon = drawn(18, <path d="M9 6h9v9M18 6 7 17" />);

export const BoldIcon = drawn(
  20,
  <path d="M8 5h5a3.4 3.4 0 0 1 0 6.8H8zM8 11.8h5.8a3.6 3.6 0 0 1 0 7.2H8z" />,
);
export const LinkIcon = drawn(
  20,
  <path d="M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1" />,
);
export const HeadingIcon = drawn(20, <path d="M6.5 5v14M17.5 5v14M6.5 12h11" />);
export const ListIcon = drawn(20, <path d="M10 6.5h9M10 12h9M10 17.5h9M5 6.5h.01M5 12h.01M5 17.5h.01" />);

/** Half disc: a warning. */
export function WarnIcon() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <circle cx="11" cy="11" r="8.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M11 2.75a8.25 8.25 0 0 1 0 16.5z" fill="currentColor" />
    </svg>
  );
}

/** The arc below the chosen item. */
export function Under({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} width="22" height="6" viewBox="0 0 22 6" overflow="visible" aria-hidden="true">
      <path
        d="M1 1A19 19 0 0 0 21 1"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
