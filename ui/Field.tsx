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
  /** What to correct, as a sentence; null if nothing. */
  error: string | null;
  /** A multi-line text. */
  multiline?: boolean;
  className?: string | undefined;
  /** Other text below the field. */
  children?: ReactNode;
};

/** A labelled, uncontrolled field: text typed before React loads stays. Its error is shown below it. */
export function Field({ label, error, multiline = false, className = '', children, ...rest }: Props) {
  const { type, inputMode, ...shared } = rest;
  const errorId = `${rest.id}-error`;
  const control = {
    ...shared,
    className: styles.control,
    // Always set: otherwise an empty required field would be announced as invalid before anything is typed.
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
