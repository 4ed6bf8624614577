import type { FocusEvent, KeyboardEvent, PointerEvent } from 'react';
import { LANGUAGES, type Language } from '#contract/language.ts';
import mark from '#ui/ErrorMark.module.css';
import errors from '#ui/Field.module.css';
import { SmallButton } from '../../parts/Button.tsx';
import { CrossIcon, DownIcon, GripIcon, UpIcon } from '../../parts/icons.tsx';
import { useWords } from '../../words.ts';
import { focused, toNext } from './focus.ts';
import type { Pairs } from './Pair.tsx';
import { PlacedText } from './PlacedText.tsx';
import type { Point } from './points.ts';
import type { Dragged } from './use-dragged.ts';
import { typedFields } from './use-typed.ts';
import box from './WordBox.module.css';
import styles from './PointList.module.css';

type Props = {
  point: Point;
  at: number;
  /** Of the list, and of this point. */
  label: string;
  name: string;
  pair: Pairs;
  /** The id of the sentence that says how rows are moved. */
  hint: string;
  lifted: boolean;
  dragged: Dragged | null;
  onPointerDown: (event: PointerEvent, at: number) => void;
  onTake: () => void;
  onPut: () => void;
  onBack: () => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
  onWrite: (language: Language, words: string) => void;
};

export function PointRow(props: Props) {
  const { t } = useWords();
  const { at, name, lifted, dragged, onPut } = props;
  const isDragged = dragged?.from === at;
  const line =
    dragged && dragged.to === at && !isDragged ? (dragged.from < at ? 'under' : 'over') : undefined;
  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (lifted && !currentTarget.contains(relatedTarget as Node | null)) onPut();
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears that the focus leaves it
    <li
      data-lifted={lifted || isDragged || undefined}
      data-line={line}
      style={isDragged ? { translate: `0 ${dragged.by}px` } : undefined}
      onBlur={leave}
    >
      <Handle {...props} />
      {LANGUAGES.map((language) => (
        <PointBox key={language} language={language} {...props} />
      ))}
      <button
        className={styles.cross}
        type="button"
        aria-label={t('editor.list.remove', { name })}
        onClick={props.onRemove}
      >
        <CrossIcon />
      </button>
      {lifted && (
        <div className={styles.moves}>
          <SmallButton onClick={() => props.onMove(-1)}>
            <UpIcon />
            {t('editor.list.up')}
          </SmallButton>
          <SmallButton onClick={() => props.onMove(1)}>
            <DownIcon />
            {t('editor.list.down')}
          </SmallButton>
        </div>
      )}
    </li>
  );
}

const STEPS: Partial<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

function Handle({ at, name, hint, lifted, onPointerDown, onTake, onBack, onMove }: Props) {
  const { t } = useWords();
  function press(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (!lifted || (step === undefined && event.key !== 'Escape')) return;
    event.preventDefault();
    if (step === undefined) onBack();
    else onMove(step);
  }
  return (
    <button
      className={styles.handle}
      type="button"
      aria-label={t('editor.list.move', { name })}
      aria-pressed={lifted}
      aria-describedby={hint}
      onPointerDown={(event) => onPointerDown(event, at)}
      onClick={onTake}
      onKeyDown={press}
    >
      <GripIcon />
    </button>
  );
}

function PointBox({ language, point, at, label, pair, onWrite }: Props & { language: Language }) {
  const { t } = useWords();
  const { key, longest } = pair[language];
  const value = point[language];
  const isMissing = value.trim() === '' && LANGUAGES.some((other) => point[other].trim() !== '');
  const isLong = longest !== null && value.length > longest;
  const values = { field: label, n: at + 1, language: t(`editor.languages.${language}`) };
  return (
    <div className={styles.box}>
      <PlacedText
        value={value}
        labels={{}}
        lang={language}
        data-field={key}
        data-at={`[${at}]`}
        placeholder={t(`editor.languages.${language}`)}
        aria-label={t('editor.list.point', values)}
        aria-invalid={isLong}
        onChange={(words) => onWrite(language, words)}
        onFocus={() => focused.set(key)}
        onBlur={() => typedFields().save(key)}
        onKeyDownCapture={toNext}
      />
      {isMissing && <p className={`${mark.mark} ${box.warn}`}>{t(`editor.missing.${language}`)}</p>}
      {isLong && <p className={`${mark.mark} ${errors.error}`}>{t('editor.over', { max: longest })}</p>}
    </div>
  );
}
