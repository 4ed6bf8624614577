import type { ComponentProps, ReactNode } from 'react';
import { DownIcon } from './icons.tsx';
import { Popover } from './Popover.tsx';
import styles from './Chip.module.css';

export function Chips({ children }: { children: ReactNode }) {
  return <div className={styles.chips}>{children}</div>;
}

type Props = {
  /** Says its value where one is chosen. */
  word: string;
  on: boolean;
  /** What opens under it. */
  children: ReactNode;
};

/** Opens a panel under itself. */
export function Chip({ word, on, children }: Props) {
  const content = (
    <>
      {word} <DownIcon />
    </>
  );
  return (
    <Popover button={{ ...lookOf(on), children: content }} className={styles.panel}>
      {children}
    </Popover>
  );
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'type'> & { on: boolean };

/** The same look for what is pressed itself. */
export function ChipButton({ on, ...press }: ButtonProps) {
  return <button {...press} {...lookOf(on)} type="button" />;
}

function lookOf(on: boolean) {
  return { className: styles.chip, 'data-on': on || undefined };
}
