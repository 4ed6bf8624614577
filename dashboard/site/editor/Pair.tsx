import { useId, useState } from 'react';
import { LANGUAGES, type Language } from '#contract/language.ts';
import type { DraftRow } from '#contract/owner/site.ts';
import type { Json } from '#contract/content/content.ts';
import { SmallButton } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { useWords } from '../../words.ts';
import type { Field, Site } from '../draft.ts';
import { labelOf } from '../labels.ts';
import { typedFields, useTyped } from './use-typed.ts';
import { WordBox } from './WordBox.tsx';
import styles from './Pair.module.css';

export type Pairs = Record<Language, Field>;

/** One thing to say, in both languages. `name`: the field's key without language. */
export function Pair({ name, pair, site }: { name: string; pair: Pairs; site: Site }) {
  const { t } = useWords();
  const label = labelOf(t, name);
  return (
    <div className={styles.pair} role="group" aria-label={label}>
      <p className={styles.label} aria-hidden="true">
        {label}
      </p>
      {LANGUAGES.map((language) => {
        const field = pair[language];
        return (
          <WordBox
            key={language}
            field={field}
            language={language}
            label={label}
            saved={site.valueOf(field.key)}
            revision={site.row(field.key)?.revision ?? 0}
            check={site.checks.includes(field)}
            peer={site.others.find((other) => other.field === field.key)?.name}
          />
        );
      })}
      <Around pair={pair} site={site} />
    </div>
  );
}

/** What is said under both languages: that people agree to these words, and two versions of them. */
export function Around({ pair, site }: { pair: Pairs; site: Site }) {
  const { t } = useWords();
  const all = LANGUAGES.map((language) => pair[language]);
  const isAgreed = all.some((field) => field.agreed && site.changes.some((change) => change.field === field));
  return (
    <>
      {isAgreed && <p className={styles.consent}>{t('editor.consent')}</p>}
      {all.map((field) => (
        <Collision key={field.key} field={field} />
      ))}
    </>
  );
}

function Collision({ field }: { field: Field }) {
  const typed = useTyped(field.key);
  if (typed?.theirs === undefined) return null;
  return (
    <div className={styles.across} role="alert">
      <Versions field={field} mine={typed.value} theirs={typed.theirs} key={typed.theirs.revision} />
    </div>
  );
}

/** What two owners wrote into one field: one is chosen. */
function Versions({ field, mine, theirs }: { field: Field; mine: Json; theirs: DraftRow }) {
  const { t } = useWords();
  const group = useId();
  const [which, choose] = useState<'mine' | 'theirs'>('mine');
  const name = theirs.by ?? t('editor.other.somebody');
  const words = (value: Json) => (Array.isArray(value) ? value.join(' · ') : String(value));
  return (
    <fieldset className={styles.both}>
      <legend>{t('editor.other.both', { name })}</legend>
      <Choice
        name={group}
        title={t('editor.other.yours')}
        text={<span lang={field.language ?? undefined}>{words(mine)}</span>}
        checked={which === 'mine'}
        onChange={() => choose('mine')}
      />
      <Choice
        name={group}
        title={
          <>
            {t('editor.other.theirs', { name })} <span className={styles.now}>({t('editor.other.in')})</span>
          </>
        }
        text={<span lang={field.language ?? undefined}>{words(theirs.value ?? field.own)}</span>}
        checked={which === 'theirs'}
        onChange={() => choose('theirs')}
      />
      <SmallButton onClick={() => typedFields().choose(field.key, which)}>
        {t('editor.other.use')}
      </SmallButton>
    </fieldset>
  );
}
