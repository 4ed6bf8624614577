import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Breve, type Swing } from '#ui/Breve.tsx';
import hidden from '#ui/hidden.module.css';
import { keepPlace } from '../frame/arrival.ts';
import styles from './Dialog.module.css';

type Props = {
  /** A question, with the number in it. */
  title: string;
  /** Escape, and the way out; null where there is none. */
  onClose: (() => void) | null;
  wide?: boolean;
  /** The page behind it is hidden. */
  opaque?: boolean;
  glyph?: Swing;
  /** The title is for screen readers alone. */
  label?: boolean;
  children: ReactNode;
};

/**
 * Shown as long as it is rendered; on phones a sheet from below. Focus starts on the title, so that Enter does nothing,
 * and goes back to its opener.
 */
export function Dialog({
  title,
  onClose,
  wide = false,
  opaque = false,
  glyph,
  label = false,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    heading.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      else keepPlace();
    };
  }, []);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its own keys and its veil
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${wide ? styles.wide : ''} ${opaque ? styles.opaque : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onKeyDown={(event) => {
        // Pressed twice, Escape would close the dialog without asking.
        if (event.key === 'Escape') event.preventDefault();
        if (event.key === 'Escape') onClose?.();
      }}
      onClick={(event) => event.target === dialog.current && onClose?.()}
    >
      <div className={styles.inner}>
        {glyph !== undefined && <Breve swing={glyph} className={styles.glyph} />}
        <h2 ref={heading} id={id} tabIndex={-1} className={label ? hidden.hidden : styles.title}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}

/** The small print under the buttons. */
export function DialogNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}

/** The buttons at its foot: on phones one under the other. */
export function DialogActs({ children }: { children: ReactNode }) {
  return <div className={styles.acts}>{children}</div>;
}
