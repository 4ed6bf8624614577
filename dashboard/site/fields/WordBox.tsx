import { memo, useId, useMemo } from 'react';
import type { Json } from '#contract/content/content.ts';
import { wordProblem } from '#contract/content/words.ts';
import type { Language } from '#contract/language.ts';
import { isAllowed, wrongAddressIn } from '#contract/letter-text.ts';
import mark from '#ui/ErrorMark.module.css';
import errors from '#ui/Field.module.css';
import { TextButton } from '../../parts/Button.tsx';
import { Warn } from '../../parts/Warn.tsx';
import { useWords, type UseWords } from '../../words.ts';
import type { DraftField } from '../draft.ts';
import { chipLabel } from '../labels.ts';
import { focused, toNext, useLines } from '../focus.ts';
import { FormatBar } from './FormatBar.tsx';
import { PlacedText } from './PlacedText.tsx';
import { missingPlaces, putBack, wordsIn, type Labels } from './tokens.ts';
import { useAutosave, usePendingEdit } from '../autosave/use-autosave.ts';
import styles from './WordBox.module.css';

/** From this share of the length on the counter is shown. */
const COUNTED = 0.6;

/** Characters of a wrong link that are shown. */
const MOST_OF_LINK = 60;

export type BoxProps = {
  field: DraftField;
  language: Language;
  /** Of the field, in the dashboard's language. */
  label: string;
  /** As the server has it. */
  saved: Json;
  revision: number;
  /** The other language has changed, or the picture that it describes. */
  check: boolean;
  /** Another owner who is in this field. */
  peer: string | undefined;
  /** It is only read. */
  locked: boolean;
};

/** The words of one language. A key renders this alone. */
export const WordBox = memo(function WordBox(props: BoxProps) {
  const { field, language, label, saved, revision, check, peer, locked } = props;
  const { t } = useWords();
  const autosave = useAutosave();
  const id = useId();
  const { key } = field;
  const base = { revision, value: saved };
  const value = String(usePendingEdit(key)?.value ?? saved);
  const labels = useMemo(
    (): Labels => Object.fromEntries(field.places.map((place) => [place, chipLabel(t, place)])),
    [field, t],
  );
  const gone = missingPlaces(value, field.places);
  const problem = problemOf(t, field, value, gone.length > 0);
  const write = (words: string) => autosave.write(key, words, base);
  const isChecked = check && value === saved && !locked;
  return (
    <div className={styles.one} data-peer={peer !== undefined || undefined}>
      <span className={styles.code} aria-hidden="true">
        {language.toUpperCase()}
      </span>
      {field.formatted && !locked && <FormatBar language={language} />}
      <PlacedText
        value={value}
        labels={labels}
        broken={field.broken}
        readOnly={locked}
        lang={language}
        data-field={key}
        aria-label={t('editor.label', { field: label, language: t(`languages.${language}`) })}
        aria-invalid={problem !== null || gone.length > 0}
        aria-describedby={id}
        onChange={write}
        onFocus={() => focused.set(key)}
        onBlur={() => autosave.save(key)}
        onKeyDownCapture={toNext}
      />
      <Count n={value.length} max={field.longest ?? Infinity} />
      <div id={id}>
        {peer !== undefined && <Typing name={peer} />}
        {problem !== null && <p className={`${mark.mark} ${errors.error} ${styles.note}`}>{problem}</p>}
        {gone.map((place) => (
          <Gone
            key={place}
            label={labels[place] ?? place}
            onBack={() => write(withPlace(key, value, place, labels))}
          />
        ))}
        {isChecked && <Check field={field} language={language} />}
        <Long field={key} />
      </div>
      {isChecked && <TextButton onClick={() => autosave.confirm(key, base)}>{t('editor.fits')}</TextButton>}
      {value !== field.own && field.own !== '' && !locked && (
        <span className={styles.back}>
          <TextButton onClick={() => write(String(field.own))}>{t('editor.back')}</TextButton>
        </span>
      )}
    </div>
  );
});

function Count({ n, max }: { n: number; max: number }) {
  const { t } = useWords();
  return n >= COUNTED * max && <p className={styles.count}>{t('editor.count', { n, max })}</p>;
}

function Check({ field, language }: Pick<BoxProps, 'field' | 'language'>) {
  const { t } = useWords();
  if (field.describes) return <Warn>{t('letters.picture.describeAgain')}</Warn>;
  return <Warn>{t('editor.check', { language: t(`spoken.${language}`) })}</Warn>;
}

function Typing({ name }: { name: string }) {
  const { t } = useWords();
  return (
    <p className={styles.peer}>
      <i />
      {t('editor.other.typing', { name })}
    </p>
  );
}

/** What is wrong with words apart from a place that is gone. */
function problemOf(t: UseWords['t'], field: DraftField, value: string, isGone: boolean): string | null {
  const { own, longest, places, agreed } = field;
  const max = longest ?? 0;
  // Of a service that is not shown in this language.
  if (value.trim() === '' && field.describes === true && field.language !== null)
    return t('letters.picture.describeMissing', { language: t(`spoken.${field.language}`) });
  if (value.trim() === '') return own === '' ? null : t('editor.required');
  if (value.length > max) return t('editor.over', { max });
  const link = field.formatted ? wrongAddressIn(value) : null;
  if (link !== null) return t('editor.format.wrongIn', { link: link.slice(0, MOST_OF_LINK) });
  if (field.link === true && !isAllowed(value.trim())) return t('letters.linkError');
  const words = {
    key: field.name,
    language: 'en',
    own: own as string,
    longest: max,
    places,
    agreed,
  } as const;
  const problem = wordProblem(field.key, words, value);
  if (problem === null) return null;
  // An announcement is sent as it is written.
  if (problem.code === 'places') return isGone || field.place === null ? null : t('editor.braces');
  return t('editor.signs');
}

function Gone({ label, onBack }: { label: string; onBack: () => void }) {
  const { t } = useWords();
  return (
    <p className={`${mark.mark} ${errors.error} ${styles.note}`}>
      {t('editor.chipGone', { name: label })}{' '}
      <button className={styles.inline} type="button" onClick={onBack}>
        {t('editor.chipBack')}
      </button>
    </p>
  );
}

/** A place is put back where the cursor was last. */
function withPlace(key: string, value: string, place: string, labels: Labels): string {
  const area = document.querySelector<HTMLTextAreaElement>(`[data-field="${CSS.escape(key)}"]`);
  if (area === null) return `${value} ${place}`;
  area.focus();
  const [before, after] = [0, area.selectionStart].map((from, n) =>
    wordsIn(area.value.slice(from, n === 0 ? area.selectionStart : undefined), labels),
  );
  return putBack(before ?? '', place, after ?? '');
}

function Long({ field }: { field: string }) {
  const { t } = useWords();
  const lines = useLines(field);
  if (lines === null) return null;
  return (
    <p className={styles.hint}>{'word' in lines ? t('editor.broken', lines) : t('editor.tooLong', lines)}</p>
  );
}
