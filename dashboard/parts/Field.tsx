import { useId, type ComponentProps, type ReactNode } from 'react';
import mark from '#ui/ErrorMark.module.css';
import field from '#ui/Field.module.css';
import { DownIcon } from './icons.tsx';
import { keepUndo } from './keep-undo.ts';
import styles from './Field.module.css';
import { Warn } from './Warn.tsx';

type Said = {
  label: string;
  /** At the right of the label: a counter, from the first letter on. */
  side?: ReactNode;
  hint?: ReactNode;
  /** Warns, but never blocks. */
  warn?: ReactNode;
  /** What to correct, as a sentence. */
  error?: string | null;
};

type Control = {
  id: string;
  className: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
};

function Around({
  label,
  side,
  hint,
  warn,
  error,
  children,
}: Said & { children: (control: Control) => ReactNode }) {
  const id = useId();
  const said = [error ? 'error' : '', warn ? 'warn' : '', hint ? 'hint' : ''].filter(Boolean);
  const control = {
    id,
    className: `${field.control} ${styles.control}`,
    'aria-invalid': Boolean(error),
    'aria-describedby': said.map((one) => `${id}-${one}`).join(' ') || undefined,
  };
  return (
    <div className={field.field}>
      <label className={`${field.label} ${styles.label}`} htmlFor={id}>
        <span>{label}</span>
        {side !== undefined && <span className={styles.side}>{side}</span>}
      </label>
      {children(control)}
      {error && (
        <p className={`${mark.mark} ${field.error}`} id={`${id}-error`}>
          {error}
        </p>
      )}
      {warn && <Warn id={`${id}-warn`}>{warn}</Warn>}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Separates the field's texts from the element's own attributes. */
function parted<P extends Said>({ label, side, hint, warn, error, ...own }: P) {
  return { said: { label, side, hint, warn, error } as Said, own };
}

export function Field(props: Said & Omit<ComponentProps<'input'>, 'id' | 'className'>) {
  const { said, own } = parted(props);
  return <Around {...said}>{(control) => <input {...own} {...control} />}</Around>;
}

/** Grows with its text. `low`: from a single line on. */
export function TextArea({
  low = false,
  ...props
}: Said & Omit<ComponentProps<'textarea'>, 'id' | 'className'> & { low?: boolean }) {
  const { said, own } = parted(props);
  const look = `${styles.area} ${low ? styles.low : ''}`;
  return (
    <Around {...said}>
      {(control) => (
        <textarea ref={keepUndo} {...own} {...control} className={`${control.className} ${look}`} />
      )}
    </Around>
  );
}

/** A native select; its children are options. */
export function Select(props: Said & Omit<ComponentProps<'select'>, 'id' | 'className'>) {
  const { said, own } = parted(props);
  return (
    <Around {...said}>
      {(control) => (
        <span className={styles.select}>
          <select {...own} {...control} />
          <DownIcon />
        </span>
      )}
    </Around>
  );
}
