import type { ReactNode } from 'react';

/** On a 24-unit grid, with round ends. The surrounding element has the accessible name. */
function drawn(size: number, drawing: ReactNode) {
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

export const SearchIcon = drawn(
  22,
  <>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </>,
);
export const DownIcon = drawn(20, <path d="m6 9.5 6 5 6-5" />);
export const UpIcon = drawn(20, <path d="m6 14.5 6-5 6 5" />);
/** What a row is dragged by. */
export const GripIcon = drawn(20, <path d="M5 9.5h14M5 14.5h14" />);
export const LeftIcon = drawn(18, <path d="m14.5 6-5 6 5 6" />);
export const RightIcon = drawn(18, <path d="m9.5 6 5 6-5 6" />);
export const CrossIcon = drawn(18, <path d="m7 7 10 10M17 7 7 17" />);
export const TickIcon = drawn(22, <path d="m5 12.5 4.5 4.5L19 7.5" />);
/** A link out of the dashboard. */
export const OutIcon = drawn(18, <path d="M9 6h9v9M18 6 7 17" />);
export const SaveIcon = drawn(20, <path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14" />);

/** Set by the server. */
export const LockIcon = drawn(18, <path d="M8 10.5V7.75a4 4 0 0 1 8 0v2.75M6 10.5h12v9H6z" />);

/** Barred disc: a problem that blocks. */
export function StopIcon() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <circle cx="11" cy="11" r="9" fill="currentColor" />
      <path d="M6.5 11h9" stroke="var(--bg)" strokeWidth="2.4" />
    </svg>
  );
}

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
