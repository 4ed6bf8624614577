import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Breve, type BreveSwing } from '#ui/Breve.tsx';
import hidden from '#ui/hidden.module.css';
import { keepPlace } from '../frame/arrival.ts';
import styles from './Dialog.module.css';

type Props = {
  /** A question, including the number it is about. */
  title: string;
  /** Closes the dialog, also by Escape; null if it cannot be closed. */
  onClose: (() => void) | null;
  wide?: boolean;
  /** Hides the page behind the dialog. */
  opaque?: boolean;
  glyph?: BreveSwing;
  /** The title is for screen readers only. */
  label?: boolean;
  children: ReactNode;
};

/**
 * Open as long as it is rendered; on phones a bottom sheet. Focus starts on the title, so that Enter does
 * nothing, and returns to the opener.
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
        // Pressing Escape twice would close the dialog without `onClose`.
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

/** Small print below the buttons. */
export function DialogNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}

/** The dialog's buttons; stacked on phones. */
export function DialogActs({ children }: { children: ReactNode }) {
  return <div className={styles.acts}>{children}</div>;
}
