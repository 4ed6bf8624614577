import { useId, useState } from 'react';
import { MOST_FACT_LENGTH, MOST_WORDS_LENGTH, type Json } from '#contract/content/content.ts';
import type { DraftRow } from '#contract/owner/site.ts';
import mark from '#ui/ErrorMark.module.css';
import errors from '#ui/Field.module.css';
import { SmallButton } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { RequestError, problemSentence, type Code } from '../../problem.ts';
import { ownerNow } from '../../session/session.ts';
import { useWords, type UseWords } from '../../words.ts';
import { Pictures } from '../Difference.tsx';
import type { DraftField, Site } from '../draft.ts';
import { shownBoth, type DisplayedValue } from '../values.ts';
import styles from './Collision.module.css';
import { focusField } from '../focus.ts';
import { useAutosave, usePendingEdits } from './use-autosave.ts';

type Props = { site: Site; names: readonly string[] };
/** `theirs`: as somebody else has written the field meanwhile. */
type Both = { field: DraftField; mine: Json; theirs: DraftRow };

/** Under a field: why the server does not take it; two versions of it, until one is chosen for all of `names`. */
export function Collision({ site, names }: Props) {
  const words = useWords();
  const typed = usePendingEdits(names);
  const both = names.flatMap((name, at): Both[] => {
    const [field, value] = [site.field(name), typed[at]];
    return field && value?.theirs ? [{ field, mine: value.value, theirs: value.theirs }] : [];
  });
  const refused = typed.flatMap((one) => (one?.refused ? [saidRefused(words, one.value, one.refused)] : []));
  if (both.length === 0 && refused.length === 0) return null;
  return (
    <div className={styles.across} role="alert">
      {refused.map((said) => (
        <p key={said} className={`${mark.mark} ${errors.error}`}>
          {said}
        </p>
      ))}
      {both.length > 0 && (
        <Versions key={both.map(({ theirs }) => theirs.revision).join(' ')} site={site} both={both} />
      )}
    </div>
  );
}

function saidRefused(words: UseWords, value: Json, why: Code): string {
  const texts = Array.isArray(value) ? value : [value];
  const isLong =
    texts.some((text) => typeof text === 'string' && text.length > MOST_WORDS_LENGTH) ||
    JSON.stringify(value).length > MOST_FACT_LENGTH;
  if (why === 'not-now') return words.t('editor.refused.locked');
  if (isLong) return words.t('editor.refused.long');
  if (why === 'invalid-fields') return words.t('editor.refused.value');
  return problemSentence(words, new RequestError(why));
}

function Versions({ site, both }: { site: Site; both: readonly Both[] }) {
  const { t } = useWords();
  const autosave = useAutosave();
  const group = useId();
  const [which, choose] = useState<'mine' | 'theirs'>('mine');
  const name = both[0]?.theirs.by ?? t('editor.other.somebody');
  const isMe = name === ownerNow()?.name;
  const values = both.map(({ field, mine, theirs }) => {
    const after = theirs.value === undefined ? field.own : theirs.value;
    return { field, shown: shownBoth(t, site, { field, before: mine, after }) };
  });
  const valuesOf = (version: 0 | 1) =>
    values.map(({ field, shown }) => <Value key={field.key} shown={shown[version]} field={field} />);
  return (
    <fieldset className={styles.both}>
      <legend>{isMe ? t('editor.own.both') : t('editor.other.both', { name })}</legend>
      <Choice
        name={group}
        title={t(isMe ? 'editor.own.here' : 'editor.other.yours')}
        text={valuesOf(0)}
        checked={which === 'mine'}
        onChange={() => choose('mine')}
      />
      <Choice
        name={group}
        title={
          <>
            {isMe ? t('editor.own.there') : t('editor.other.theirs', { name })}{' '}
            <span className={styles.now}>({t('editor.other.in')})</span>
          </>
        }
        text={valuesOf(1)}
        checked={which === 'theirs'}
        onChange={() => choose('theirs')}
      />
      <SmallButton
        onClick={() => {
          for (const { field } of both) autosave.choose(field.key, which);
          // The button goes with the question.
          focusField(both[0]?.field.key ?? '');
        }}
      >
        {t('editor.other.use')}
      </SmallButton>
    </fieldset>
  );
}

function Value({ shown: { text, pictures }, field }: { shown: DisplayedValue; field: DraftField }) {
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
