import { useState } from 'react';
import { Field } from '../../parts/Field.tsx';
import { useWords } from '../../words.ts';
import styles from './ColourField.module.css';

type Props = {
  label: string;
  /** The key of its fact. */
  field: string;
  /** `#rrggbb`; null: none is chosen. */
  value: string | null;
  /** Shown where none is chosen. */
  ours?: string;
  /** Called with whole colours only. */
  onChange: (colour: string) => void;
  onLeave: () => void;
};

/** A colour, picked or written. */
export function ColourField({ label, field, value, ours, onChange, onLeave }: Props) {
  const { t } = useWords();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value ?? '';
  const isWrong = typed !== null && colourIn(typed) === null;
  return (
    <div className={styles.colour}>
      <input
        type="color"
        className={styles.well}
        aria-label={t('brand.colourWell', { label })}
        value={value ?? ours ?? '#000000'}
        onChange={({ currentTarget }) => {
          setTyped(null);
          onChange(currentTarget.value);
        }}
        onBlur={onLeave}
      />
      <Field
        label={label}
        data-field={field}
        value={text}
        placeholder={ours}
        spellCheck={false}
        autoComplete="off"
        maxLength={7}
        error={isWrong ? t('brand.colourWrong', { example: '#1d6b45' }) : null}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          const colour = colourIn(currentTarget.value);
          if (colour !== null) onChange(colour);
        }}
        onBlur={() => {
          if (!isWrong || text === '') setTyped(null);
          onLeave();
        }}
      />
    </div>
  );
}

/** `1D6B45` is `#1d6b45`, too; null: not a whole colour. */
function colourIn(text: string): string | null {
  const [, hex] = /^\s*#?([0-9a-f]{6})\s*$/i.exec(text) ?? [];
  return hex === undefined ? null : `#${hex.toLowerCase()}`;
}
