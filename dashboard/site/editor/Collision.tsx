import { useId, useState } from 'react';
import type { Json } from '#contract/content/content.ts';
import type { DraftRow } from '#contract/owner/site.ts';
import { SmallButton } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { useWords } from '../../words.ts';
import { Pictures } from '../Difference.tsx';
import type { Field, Site } from '../draft.ts';
import { shownBoth, type Shown } from '../values.ts';
import styles from './Collision.module.css';
import { focusField } from './focus.ts';
import { typedFields, useTyped } from './use-typed.ts';

/** Under a field that somebody else has written meanwhile: both versions stand there until one is chosen. */
export function Collision({ site, name }: { site: Site; name: string }) {
  const field = site.field(name);
  const typed = useTyped(name);
  if (typed?.theirs === undefined || field === undefined) return null;
  const { value, theirs } = typed;
  return (
    <div className={styles.across} role="alert">
      <Versions key={theirs.revision} site={site} field={field} mine={value} theirs={theirs} />
    </div>
  );
}

type Props = { site: Site; field: Field; mine: Json; theirs: DraftRow };

function Versions({ site, field, mine, theirs }: Props) {
  const { t } = useWords();
  const group = useId();
  const [which, choose] = useState<'mine' | 'theirs'>('mine');
  const name = theirs.by ?? t('editor.other.somebody');
  const after = theirs.value === undefined ? field.own : theirs.value;
  const [own, other] = shownBoth(t, site, { field, before: mine, after });
  return (
    <fieldset className={styles.both}>
      <legend>{t('editor.other.both', { name })}</legend>
      <Choice
        name={group}
        title={t('editor.other.yours')}
        text={<Value shown={own} field={field} />}
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
        text={<Value shown={other} field={field} />}
        checked={which === 'theirs'}
        onChange={() => choose('theirs')}
      />
      <SmallButton
        onClick={() => {
          typedFields().choose(field.key, which);
          // The button goes with the question.
          focusField(field.key);
        }}
      >
        {t('editor.other.use')}
      </SmallButton>
    </fieldset>
  );
}

function Value({ shown: { text, pictures }, field }: { shown: Shown; field: Field }) {
  const { t } = useWords();
  if (text === '' && pictures.length === 0) return t('site.changes.empty');
  return (
    <>
      <span className={styles.value} lang={field.language ?? undefined}>
        {text}
      </span>
      <Pictures names={pictures} />
    </>
  );
}
