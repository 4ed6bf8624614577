import { useId, useState } from 'react';
import type { AnnouncementNow, LetterPageNow } from '#contract/owner/launch.ts';
import { letterAddress } from '#contract/pages.ts';
import { MOST_SLUG, SLUG } from '#contract/shown-letter.ts';
import mark from '#ui/ErrorMark.module.css';
import field from '#ui/Field.module.css';
import { useAct } from '../api.ts';
import { Switch } from '../parts/Choice.tsx';
import { FormProblem } from '../parts/states.tsx';
import { useWords } from '../words.ts';
import { pathOf } from './announcement.ts';
import styles from './WordsPage.module.css';

/** Whether the draft of a newsletter gets a page, and where. Both are saved at once. */
export function PageChoice({ now: { purpose, page } }: { now: AnnouncementNow }) {
  const { t } = useWords();
  const { send, busy, problem } = useAct(pathOf(purpose, '/page'));
  if (page === null) return null;
  const title = t('letters.page.title');
  return (
    <div className={styles.page}>
      <div>
        <div className={styles.switch}>
          <b>{title}</b>
          <Switch
            label={title}
            word={t(page.isShown ? 'letters.page.on' : 'letters.page.off')}
            on={page.isShown}
            busy={busy}
            onChange={(shown) => void send({ shown }).catch(() => {})}
          />
        </div>
        <p className={styles.hint}>{t('letters.page.text')}</p>
        <FormProblem problem={problem} />
      </div>
      {page.isShown && <Address path={pathOf(purpose, '/page')} page={page} />}
    </div>
  );
}

/** Without a choice it is named after the heading. */
function Address({ path, page: { slug } }: { path: string; page: LetterPageNow }) {
  const { t } = useWords();
  const { send, problem } = useAct(path);
  /** Until it is saved. */
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const isWrong = typed !== null && typed !== '' && !SLUG.test(typed);
  const isTaken = problem?.of('slug') === 'slug-taken';
  const error = isWrong ? t('letters.page.wrong') : isTaken ? t('letters.page.taken') : null;
  async function save() {
    if (typed === null || isWrong) return;
    if (typed !== '' && typed !== slug) await send({ slug: typed, shown: true });
    setTyped(null);
  }
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {t('letters.page.address')}
      </label>
      <div className={`${field.control} ${styles.slug}`}>
        <span>{letterAddress('')}</span>
        <input
          id={id}
          value={typed ?? slug}
          maxLength={MOST_SLUG}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={error !== null}
          aria-describedby={`${id}-error ${id}-hint`}
          onChange={({ currentTarget }) => setTyped(currentTarget.value.trim().toLowerCase())}
          onBlur={() => void save().catch(() => {})}
        />
      </div>
      <p
        className={error === null ? undefined : `${mark.mark} ${field.error}`}
        id={`${id}-error`}
        role="alert"
      >
        {error}
      </p>
      <p className={styles.hint} id={`${id}-hint`}>
        {t('letters.page.hint')}
      </p>
    </div>
  );
}
