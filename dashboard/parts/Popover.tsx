import { useId, useRef, type ComponentProps, type MouseEvent, type ReactNode } from 'react';
import styles from './Popover.module.css';

type Props = {
  button: Omit<ComponentProps<'button'>, 'type' | 'ref'>;
  /** The side on which button and panel are aligned. */
  align?: 'left' | 'right';
  className?: string | undefined;
  children: ReactNode;
};

/** A button, and the panel that opens below it. */
export function Popover({ button, align = 'left', className = '', children }: Props) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  function place() {
    const box = opener.current?.getBoundingClientRect();
    if (!box || !panel.current) return;
    const width = panel.current.offsetWidth;
    const left = align === 'left' ? Math.min(box.left, innerWidth - width - 8) : box.right - width;
    panel.current.style.setProperty('top', `${box.bottom + 8}px`);
    panel.current.style.setProperty('left', `${Math.max(8, left)}px`);
  }
  return (
    <>
      <button {...button} ref={opener} type="button" popoverTarget={id} />
      <div
        ref={panel}
        className={`${styles.panel} ${className}`}
        id={id}
        popover="auto"
        onToggle={(event) => event.newState === 'open' && place()}
      >
        {children}
      </div>
    </>
  );
}

/** For a button inside the panel. */
export function closePopover({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}
