import { useRef, useState } from 'react';
import type { FactKind } from '#contract/content/fact-kinds.ts';
import type { FactKey, FACTS } from '#contract/content/facts.ts';
import { MAX_MONTHS } from '#contract/content/limits.ts';
import { inEach, LANGUAGES, type Language } from '#contract/language.ts';
import mark from '#ui/ErrorMark.module.css';
import control from '#ui/Field.module.css';
import { Field, TextArea } from '../../parts/Field.tsx';
import { keepUndo } from '../../parts/keep-undo.ts';
import { Columns, Whole } from '../../parts/Topic.tsx';
import { Warn } from '../../parts/Warn.tsx';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { Collision } from '../autosave/Collision.tsx';
import { labelOf } from '../labels.ts';
import { COLUMNS } from '../fields/pairs.ts';
import { useFact } from '../use-fact.ts';
import styles from './FactField.module.css';
import { mustOf, over } from './must.ts';

type KeyOf<Kind extends FactKind> = {
  [Key in FactKey]: (typeof FACTS)[Key]['is'] extends Kind ? Key : never;
}[FactKey];

const INPUTS: Partial<Record<FactKind, string>> = {
  link: 'url',
  email: 'email',
  phone: 'tel',
};

/** The facts of a section, each as its kind is written. */
export function FactFields({ site, section }: { site: Site; section: string }) {
  const fields = site.fields.filter(
    // Search has a section of the same name.
    ({ place }) => place?.room === 'parts' && place.name === 'facts' && place.section === section,
  );
  return (
    <Columns>
      {fields.map(({ key, kind }) => {
        if (kind === 'months') return <NumberField key={key} site={site} name={key as KeyOf<'months'>} />;
        if (kind !== 'lines' && kind !== 'each')
          return <FactField key={key} site={site} name={key as Props['name']} />;
        return (
          <Whole key={key}>
            {kind === 'lines' ? (
              <LinesField site={site} name={key as KeyOf<'lines'>} />
            ) : (
              <EachField site={site} name={key as KeyOf<'each'>} />
            )}
          </Whole>
        );
      })}
    </Columns>
  );
}

type Props = {
  site: Site;
  name: KeyOf<'line' | 'link' | 'email' | 'phone' | 'ga' | 'gtm'>;
  /** Where the field is alone. */
  label?: string;
  hint?: string;
  /** On leaving the field with another text than its owner found there. */
  onWritten?: (text: string) => void;
};

/** A fact of one line; one that may be missing is null where nothing is written. */
export function FactField({ site, name, label, hint, onWritten }: Props) {
  const words = useWords();
  const { value, set, save, problems } = useFact(site, name);
  /** Before its owner's first key; null: they have only come by. */
  const before = useRef<string | null>(null);
  const field = site.field(name);
  const { own, kind = 'line', example } = field ?? {};
  const isOptional = own === null;
  const put = (text: string) => set((text === '' && isOptional ? null : text) as typeof value);
  return (
    <>
      <Field
        label={label ?? labelOf(words, field ?? { name })}
        data-field={name}
        type={INPUTS[kind] ?? 'text'}
        placeholder={isOptional ? example : undefined}
        autoComplete="off"
        hint={hint}
        error={mustOf(words, problems)}
        value={value ?? ''}
        onChange={(event) => {
          before.current ??= value ?? '';
          put(event.currentTarget.value);
        }}
        onBlur={(event) => {
          const text = event.currentTarget.value.trim();
          if (text !== event.currentTarget.value) put(text);
          save();
          if (before.current !== null && before.current !== text) onWritten?.(text);
          before.current = null;
        }}
      />
      <Collision site={site} names={[name]} />
    </>
  );
}

/** A whole number. */
function NumberField({ site, name }: { site: Site; name: KeyOf<'months'> }) {
  const words = useWords();
  const { value, set, save, problems } = useFact(site, name);
  return (
    <>
      <Field
        label={labelOf(words, site.field(name) ?? { name })}
        data-field={name}
        type="number"
        min={1}
        max={MAX_MONTHS}
        error={mustOf(words, problems)}
        value={value}
        onChange={(event) => set(Number(event.currentTarget.value))}
        onBlur={save}
      />
      <Collision site={site} names={[name]} />
    </>
  );
}

/** A fact of several lines. */
function LinesField({ site, name }: { site: Site; name: KeyOf<'lines'> }) {
  const words = useWords();
  const { value, set, save, problems } = useFact(site, name);
  const saved = (value ?? []).join('\n');
  const [text, setText] = useState(saved);
  const linesIn = (typed: string) =>
    typed
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  // Somebody else has written it.
  const shown = linesIn(text).join('\n') === saved ? text : saved;
  return (
    <>
      <TextArea
        low
        rows={1}
        label={labelOf(words, site.field(name) ?? { name })}
        data-field={name}
        hint={words.t('agency.facts.addressHint')}
        error={problems[0] ? mustOf(words, problems, problems[0].at) : null}
        value={shown}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          const lines = linesIn(currentTarget.value);
          set(lines.length === 0 ? null : lines);
        }}
        onBlur={save}
      />
      <Collision site={site} names={[name]} />
    </>
  );
}

/** A fact in each language. */
function EachField({ site, name }: { site: Site; name: KeyOf<'each'> }) {
  const words = useWords();
  const { value, set, save } = useFact(site, name);
  return (
    <>
      <BothField
        label={labelOf(words, site.field(name) ?? { name })}
        field={name}
        value={value ?? inEach(() => '')}
        longest={site.field(name)?.longest ?? Infinity}
        onChange={(next) => set(LANGUAGES.every((language) => next[language] === '') ? null : next)}
        onLeave={save}
      />
      <Collision site={site} names={[name]} />
    </>
  );
}

type InEach = Record<Language, string>;
type BothProps = {
  label: string;
  field: FactKey;
  /** Where in the fact. */
  at?: string;
  value: InEach;
  longest: number;
  /** It may be written in one of them only. */
  isOptional?: boolean;
  errorOf?: (language: Language) => string | null;
  onChange: (value: InEach) => void;
  onLeave: () => void;
};

/** A text in each language. */
export function BothField(props: BothProps) {
  const { label, field, at = '', value, longest, isOptional = false, errorOf, onChange, onLeave } = props;
  const { t } = useWords();
  const isBegun = !isOptional && LANGUAGES.some((language) => value[language].trim() !== '');
  return (
    <div role="group" aria-label={label}>
      <p className={control.label} aria-hidden="true">
        {label}
      </p>
      <div className={styles.both} style={COLUMNS}>
        {LANGUAGES.map((language) => {
          const isMissing = isBegun && value[language].trim() === '';
          const error = over(t, value[language], longest) ?? errorOf?.(language) ?? null;
          return (
            <div key={language} className={styles.one}>
              <span className={styles.code} aria-hidden="true">
                {language.toUpperCase()}
              </span>
              <textarea
                ref={keepUndo}
                className={`${control.control} ${styles.area}`}
                data-field={field}
                data-at={`${at}.${language}`}
                lang={language}
                rows={1}
                aria-invalid={error !== null}
                aria-label={`${label}, ${t(`languages.${language}`)}`}
                value={value[language]}
                onChange={(event) =>
                  onChange({ ...value, [language]: event.currentTarget.value.replaceAll('\n', ' ') })
                }
                onBlur={() => {
                  if (value[language] !== value[language].trim())
                    onChange({ ...value, [language]: value[language].trim() });
                  onLeave();
                }}
              />
              {isMissing && <Warn>{t('agency.facts.missing', { language: t(`spoken.${language}`) })}</Warn>}
              {error !== null && <p className={`${mark.mark} ${control.error}`}>{error}</p>}
            </div>
          );
        })}
      </div>
    </div>
  );
}
