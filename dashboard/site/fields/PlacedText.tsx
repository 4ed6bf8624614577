import { Fragment, useLayoutEffect, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import control from '#ui/Field.module.css';
import { keepUndo } from '../../parts/keep-undo.ts';
import { mended, shownOf, tokenAt, tokensIn, wholeTokens, wordsIn, type Labels } from './tokens.ts';
import styles from './PlacedText.module.css';

type Props = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'className'> & {
  value: string;
  labels: Labels;
  onChange: (words: string) => void;
  /** Line breaks are allowed. */
  broken?: boolean;
};

/**
 * A text area that grows with its text. Places are shown as their labels, in chips that are drawn behind; each is
 * moved over, taken and deleted as one letter. React does not hold its value: it may draw a key after its paint.
 */
export function PlacedText({ value, labels, onChange, broken = false, ...rest }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const shown = shownOf(value, labels);
  const [first] = useState(shown);
  const latest = useRef(first);
  useLayoutEffect(() => keepUndo(area.current), []);
  useLayoutEffect(() => {
    if (area.current !== null && latest.current !== shown) area.current.value = shown;
    latest.current = shown;
  }, [shown]);
  function take(typed: HTMLTextAreaElement) {
    const made = mended(latest.current, typed.value, typed.selectionStart);
    const text = broken ? made.text : made.text.replaceAll(/\r?\n/g, ' ');
    const words = wordsIn(text, labels);
    const next = shownOf(words, labels);
    latest.current = next;
    if (next !== typed.value) {
      const caret = made.caret + next.length - text.length;
      typed.value = next;
      typed.setSelectionRange(caret, caret);
    }
    onChange(words);
  }
  return (
    <span className={styles.grow} data-places={tokensIn(shown).length > 0 || undefined}>
      <span className={styles.mirror} aria-hidden="true" translate="no">
        {chipsIn(shown)}
      </span>
      <textarea
        {...rest}
        ref={area}
        className={`${control.control} ${styles.area}`}
        rows={1}
        defaultValue={first}
        onChange={(event) => take(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !broken && !event.nativeEvent.isComposing) event.preventDefault();
          else overTokens(event);
        }}
        onSelect={(event) => select(event.currentTarget)}
      />
    </span>
  );
}

/** The same text, with a chip behind each place. */
function chipsIn(shown: string) {
  const tokens = tokensIn(shown);
  return (
    <>
      {tokens.map(([begin, end], n) => (
        <Fragment key={n}>
          {shown.slice(tokens[n - 1]?.[1] ?? 0, begin)}
          <span className={styles.chip}>{shown.slice(begin, end)}</span>
        </Fragment>
      ))}
      {/* A last empty line has a height, too. */}
      {`${shown.slice(tokens.at(-1)?.[1] ?? 0)}\u200b`}
    </>
  );
}

function select(area: HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd, selectionDirection } = area;
  const [from, to] = wholeTokens(value, [selectionStart, selectionEnd]);
  if (from !== selectionStart || to !== selectionEnd)
    area.setSelectionRange(from, to, selectionDirection ?? 'none');
}

/** A key at a token: an arrow goes over it, Backspace and Delete select it first. */
function overTokens(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, currentTarget: area, nativeEvent } = event;
  const isBack = key === 'Backspace' || key === 'ArrowLeft';
  if (!isBack && key !== 'Delete' && key !== 'ArrowRight') return;
  if (altKey || ctrlKey || metaKey || shiftKey || nativeEvent.isComposing) return;
  if (area.selectionStart !== area.selectionEnd) return;
  const token = tokenAt(area.value, area.selectionStart, isBack ? 'before' : 'after');
  if (token === undefined) return;
  event.preventDefault();
  const [begin, end] = token;
  if (key === 'ArrowLeft') area.setSelectionRange(begin, begin);
  else if (key === 'ArrowRight') area.setSelectionRange(end, end);
  else area.setSelectionRange(begin, end);
}
