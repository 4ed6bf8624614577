import { TextButton, TextLink } from '../../parts/Button.tsx';
import { useFailureToast } from '../../parts/toasts.ts';
import { useWords } from '../../words.ts';
import { BeforeAfter } from '../Difference.tsx';
import { hrefOf, type Change, type Site } from '../draft.ts';
import { shownBoth } from '../values.ts';
import styles from './Changes.module.css';
import { useDiscard } from './use-discard.ts';

/** `name`: of its field, within the page. */
export function ChangeRow({ site, change, name }: { site: Site; change: Change; name: string }) {
  const { t, relativeShort } = useWords();
  const failed = useFailureToast();
  const discard = useDiscard();
  const { field, at, by } = change;
  const [before, after] = shownBoth(t, site, change);
  const whole = field.language === null ? name : `${name}, ${t(`languages.${field.language}`)}`;
  return (
    <li>
      <div>
        <h3>
          {name}
          {field.language !== null && <span>{`\u00a0· ${t(`languages.${field.language}`)}`}</span>}
        </h3>
        <p>{t('site.by', { who: by ?? t('site.commandLine'), when: relativeShort(at) })}</p>
      </div>
      <div className={styles.acts}>
        <TextLink href={hrefOf(field)} label={`${t('site.changes.edit')}: ${whole}`}>
          {t('site.changes.edit')}
        </TextLink>
        <TextButton
          aria-label={`${t('site.changes.discard')}: ${whole}`}
          busy={discard.busy}
          onClick={() => void discard.of(site, [change]).catch(failed)}
        >
          {t('site.changes.discard')}
        </TextButton>
      </div>
      <BeforeAfter before={before} after={after} language={field.language} />
    </li>
  );
}
