import { Breve } from '#ui/Breve.tsx';
import type { Today } from '#contract/owner/today.ts';
import { Part } from '../parts/layout.tsx';
import { Pair, Pairs } from '../parts/Pairs.tsx';
import { useWords } from '../words.ts';
import styles from './Today.module.css';

/** Whether the form works, judged by what it received last. */
export function Form({ form }: { form: Today['form'] }) {
  const { t, relative, lasting } = useWords();
  const { state, lastSignup, lastVisit, mailTook, usual } = form;
  const ago = (at: number | null) => (at === null ? t('common.none') : relative(at));
  return (
    <Part
      title={t('today.aliveTitle')}
      aside={
        <p className={styles.alive} data-state={state}>
          <Breve swing={state === 'alive' ? 'arriving' : 'rest'} />
          {t(`today.${state}`)}
        </p>
      }
    >
      {state === 'quiet' && usual !== null && (
        <p className={styles.text}>
          {t('today.usual', { time: lasting(usual) })} {t('today.quietText')}
        </p>
      )}
      <Pairs>
        <Pair term={t('today.lastSignup')}>{ago(lastSignup)}</Pair>
        <Pair term={t('today.lastVisit')}>{ago(lastVisit)}</Pair>
        <Pair term={t('today.lastMail')}>{mailTook === null ? t('common.none') : lasting(mailTook)}</Pair>
      </Pairs>
    </Part>
  );
}
