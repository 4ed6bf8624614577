import { useId, useRef, type ComponentProps, type ReactNode } from 'react';
import { DownIcon } from './icons.tsx';
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
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  function place() {
    const box = button.current?.getBoundingClientRect();
    if (!box || !panel.current) return;
    const width = panel.current.offsetWidth;
    panel.current.style.setProperty('top', `${box.bottom + 8}px`);
    panel.current.style.setProperty('left', `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`);
  }
  return (
    <>
      <button ref={button} className={styles.chip} type="button" data-on={on || undefined} popoverTarget={id}>
        {word} <DownIcon />
      </button>
      <div
        ref={panel}
        className={styles.panel}
        id={id}
        popover="auto"
        onToggle={(event) => event.newState === 'open' && place()}
      >
        {children}
      </div>
    </>
  );
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'type'> & { on: boolean };

/** The same look for what is pressed itself. */
export function ChipButton({ on, ...press }: ButtonProps) {
  return <button {...press} className={styles.chip} type="button" data-on={on || undefined} />;
}
