import type { ComponentProps, ReactNode } from 'react';
import { DownIcon } from './icons.tsx';
import { Popover } from './Popover.tsx';
import styles from './Chip.module.css';

export function Chips({ children }: { children: ReactNode }) {
  return <div className={styles.chips}>{children}</div>;
}

type Props = {
  /** The label, which names the chosen value if any. */
  word: string;
  on: boolean;
  /** The panel's content. */
  children: ReactNode;
};

/** Opens a panel below itself. */
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

/** Looks the same, but is itself the button. */
export function ChipButton({ on, ...press }: ButtonProps) {
  return <button {...press} {...lookOf(on)} type="button" />;
}

function lookOf(on: boolean) {
  return { className: styles.chip, 'data-on': on || undefined };
}
