import type { ReactNode } from 'react';
import hidden from '#ui/hidden.module.css';
import { Breve } from '#ui/Breve.tsx';
import { TickIcon } from './icons.tsx';
import styles from './Choice.module.css';

type Props = {
  title: ReactNode;
  text?: ReactNode;
  /** At the right of the row: a number, for example. */
  side?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Without lines around the row. */
  bare?: boolean;
  disabled?: boolean;
};

/** A radio button; those of a group share `name`. The whole row is clickable. */
export function Choice({ name, ...props }: Props & { name: string }) {
  return <Row {...props} type="radio" name={name} />;
}

/** A checkbox. */
export function Tick(props: Props & { name?: string }) {
  return <Row {...props} type="checkbox" />;
}

function Row(props: Props & { type: 'radio' | 'checkbox'; name?: string }) {
  const { title, text, side, checked, onChange, bare = false, ...input } = props;
  const square = input.type === 'checkbox';
  return (
    <label className={`${styles.choice} ${bare ? styles.bare : ''}`}>
      <input
        {...input}
        className={hidden.hidden}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles.box} data-square={square || undefined} data-on={checked || undefined}>
        {square && checked && <TickIcon />}
      </span>
      <span>{title}</span>
      {side !== undefined && <span className={styles.aside}>{side}</span>}
      {text !== undefined && <span className={styles.text}>{text}</span>}
    </label>
  );
}

type SwitchProps = {
  label: string;
  word: string;
  on: boolean;
  onChange: (on: boolean) => void;
  busy?: boolean;
};

/** A switch: right is on. Saved at once, without a button. `word`: its current state. */
export function Switch({ label, word, on, onChange, busy = false }: SwitchProps) {
  return (
    <button
      className={styles.switch}
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-busy={busy || undefined}
      onClick={() => !busy && onChange(!on)}
    >
      <Breve swing={on ? 'right' : 'left'} className={styles.breve} />
      <span aria-hidden="true">{word}</span>
    </button>
  );
}
