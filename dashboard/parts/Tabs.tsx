import { useRef, type KeyboardEvent } from 'react';
import { useWords } from '../words.ts';
import { Under } from './icons.tsx';
import styles from './Tabs.module.css';

type Props<V extends string> = {
  label: string;
  /** `tally`: the count beside the label; hidden at 0. */
  options: readonly { value: V; word: string; lang?: string; tally?: number }[];
  value: V;
  onChange: (value: V) => void;
};

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A choice of a few words, with the arc under the chosen one. Arrow keys move. */
export function Tabs<V extends string>({ label, options, value, onChange }: Props<V>) {
  const { number } = useWords();
  const group = useRef<HTMLDivElement>(null);
  function move(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = options.findIndex((one) => one.value === value);
    const to = (at + step + options.length) % options.length;
    const next = options[to];
    if (next) onChange(next.value);
    (group.current?.children[to] as HTMLElement | undefined)?.focus();
  }
  return (
    <div ref={group} className={styles.tabs} role="radiogroup" aria-label={label}>
      {options.map((one) => (
        <button
          key={one.value}
          type="button"
          role="radio"
          aria-checked={one.value === value}
          tabIndex={one.value === value ? 0 : -1}
          lang={one.lang}
          onKeyDown={move}
          onClick={() => onChange(one.value)}
        >
          {one.word}
          {one.tally ? <span className={styles.tally}>{number(one.tally)}</span> : null}
          {one.value === value && <Under className={styles.under} />}
        </button>
      ))}
    </div>
  );
}
