import type { ComponentProps, ReactNode } from 'react';
import mark from './ErrorMark.module.css';
import styles from './Field.module.css';

type Props = Pick<
  ComponentProps<'input'>,
  'type' | 'required' | 'readOnly' | 'autoComplete' | 'inputMode' | 'autoCapitalize' | 'spellCheck'
> & {
  id: string;
  name: string;
  label: string;
  /** What has to be mended, as a sentence; null when nothing has. */
  error: string | null;
  /** A text of several lines. */
  multiline?: boolean;
  className?: string | undefined;
  /** What else is to be said under it. */
  children?: ReactNode;
};

/** A labelled field on a line, uncontrolled: what is typed before React is there stays. Its error stands under it. */
export function Field({ label, error, multiline = false, className = '', children, ...rest }: Props) {
  const { type, inputMode, ...shared } = rest;
  const errorId = `${rest.id}-error`;
  const control = {
    ...shared,
    className: styles.control,
    // Said in either case: an empty required field would be read out as wrong before anything is typed.
    'aria-invalid': error !== null,
    'aria-describedby': error === null ? undefined : errorId,
  };
  return (
    <div className={`${styles.field} ${className}`}>
      <label className={styles.label} htmlFor={rest.id}>
        {label}
      </label>
      {multiline ? <textarea {...control} /> : <input {...control} type={type} inputMode={inputMode} />}
      {error !== null && (
        <p className={`${mark.mark} ${styles.error}`} id={errorId}>
          <span>{error}</span>
        </p>
      )}
      {children}
    </div>
  );
}
