import type { ReactNode } from 'react';
import { Breve } from '#ui/Breve.tsx';
import { TickIcon, WarnIcon } from './icons.tsx';
import styles from './FindingLine.module.css';

/** Barred disc: a problem that blocks. */
function StopIcon() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <circle cx="11" cy="11" r="9" fill="currentColor" />
      <path d="M6.5 11h9" stroke="var(--bg)" strokeWidth="2.4" />
    </svg>
  );
}

const SHAPES = {
  red: <StopIcon />,
  yellow: <WarnIcon />,
  green: <TickIcon />,
  now: <Breve swing="swinging" className={styles.now} />,
  waiting: (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <circle cx="11" cy="11" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.3" />
    </svg>
  ),
} satisfies Record<string, ReactNode>;

type Props = {
  level: keyof typeof SHAPES;
  title: ReactNode;
  text?: ReactNode;
  /** The level as a word, or the one button that fixes the problem. */
  end?: ReactNode;
  /** What to do, and everything that belongs to it. */
  children?: ReactNode;
};

/** A finding of a check. Problems and warnings come first in their list. */
export function FindingLine({ level, title, text, end, children }: Props) {
  return (
    <li className={styles.finding} data-level={level}>
      {SHAPES[level]}
      <div>
        <p className={styles.title}>{title}</p>
        {text !== undefined && <p className={styles.text}>{text}</p>}
      </div>
      {end !== undefined && <div className={styles.end}>{end}</div>}
      {children !== undefined && <div className={styles.body}>{children}</div>}
    </li>
  );
}

export function Findings({ children }: { children: ReactNode }) {
  return <ul className={styles.findings}>{children}</ul>;
}

/** The technical detail of a finding, for the server administrator. */
export function Quote({ children }: { children: ReactNode }) {
  return <blockquote className={styles.quote}>{children}</blockquote>;
}
