import type { AnnouncementNow, PauseReason } from '#contract/owner/launch.ts';
import { useAct } from '../api.ts';
import { Acts, Button, SmallButton, TextButton } from '../parts/Button.tsx';
import { WarnIcon } from '../parts/icons.tsx';
import { Quote } from '../parts/FindingLine.tsx';
import { FormProblem } from '../parts/states.tsx';
import { useCopy } from '../parts/toasts.ts';
import { useWords, type UseWords } from '../words.ts';
import { pathOf, textKeysOf } from './announcement.ts';
import { momentOf } from './moments.ts';
import styles from './launch.module.css';

type Said = { title: string; words?: string; todo: string | null };

/** Says why sending is paused, and what to do. `onStop` is null before the launch. */
export function Paused({ now, onStop }: { now: AnnouncementNow; onStop: (() => void) | null }) {
  const words = useWords();
  const { t } = words;
  const copy = useCopy();
  const resume = useAct(pathOf(now.purpose, '/resume'));
  const undo = useAct(pathOf(now.purpose, '/undo'));
  const { reason, progress } = now;
  if (reason === null) return null;
  const { title, words: quote, todo } = sayReason(words, now);
  const n = progress === null ? now.people : progress.sums.waiting;
  const when = reason.at === null ? '' : momentOf(words, reason.at, now.now);
  const isOwn = reason.why === 'owner';
  const hasBegun = progress !== null && progress.sendingAt !== null;
  return (
    <section className={styles.paused} role={isOwn ? undefined : 'alert'}>
      <WarnIcon />
      <div>
        <h2>{title}</h2>
        {quote !== undefined && <Quote>{t('launch.paused.reasons.providerWords', { words: quote })}</Quote>}
        <p>
          {pausedBy(words, reason, when)} {reason.why !== 'moved' && t('launch.paused.once')}
        </p>
        {todo !== null && (
          <>
            <h3>{t('launch.paused.what')}</h3>
            <p>{todo}</p>
          </>
        )}
        <FormProblem problem={resume.problem ?? undo.problem} />
        <Acts>
          <Button busy={resume.busy} onClick={() => void resume.send().catch(() => {})}>
            {t('launch.paused.resumeOf', { n })}
          </Button>
          {quote !== undefined && (
            <SmallButton onClick={() => copy(quote)}>{t('launch.check.copyTech')}</SmallButton>
          )}
          {!hasBegun && (
            <TextButton busy={undo.busy} onClick={() => void undo.send().catch(() => {})}>
              {t(`${textKeysOf(now.purpose)}.undo`)}
            </TextButton>
          )}
          {onStop !== null && (
            <TextButton danger onClick={onStop}>
              {t('launch.sending.stop')}
            </TextButton>
          )}
        </Acts>
      </div>
    </section>
  );
}

/** An owner without a name was on the command line. */
function pausedBy({ t }: UseWords, reason: PauseReason, when: string): string {
  if (reason.why !== 'owner') return t('launch.paused.byItself', { when });
  const { by: owner } = reason;
  return owner === undefined
    ? t('launch.paused.byCommand', { when })
    : t('launch.paused.byYou', { owner, when });
}

function sayReason(words: UseWords, { reason, progress, now }: AnnouncementNow): Said {
  const { t, moment } = words;
  switch (reason?.why) {
    case 'refused': {
      const { provider, reply } = reason;
      const inLine = progress?.providers.find(({ pace }) => pace === 'refused')?.waiting ?? 0;
      return {
        title: t('launch.paused.reasons.provider', { provider }),
        words: reply,
        todo: t('launch.paused.reasons.providerDo', { n: inLine, provider }),
      };
    }
    case 'failed':
    case 'unknown': {
      const { why, n, of } = reason;
      return {
        title: t(`launch.paused.reasons.${why}`, { n, of }),
        todo: t(`launch.paused.reasons.${why}Do`),
      };
    }
    case 'locked-out':
      return {
        title: t('launch.paused.reasons.lockedOut'),
        words: reason.reply,
        todo: t('launch.paused.reasons.lockedOutDo'),
      };
    case 'mail-server':
      return {
        title: t('launch.paused.reasons.mailServer'),
        todo: t('launch.paused.reasons.mailServerDo'),
      };
    case 'clock':
      return {
        title: t('launch.paused.reasons.clock'),
        todo: t('launch.paused.reasons.clockDo', { now: moment(now) }),
      };
    case 'moved':
      return { title: t('launch.paused.reasons.restored'), todo: t('launch.paused.reasons.restoredDo') };
    case 'late':
      return { title: t('launch.paused.reasons.late'), todo: t('launch.paused.reasons.lateDo') };
    case 'book':
      return { title: t('launch.paused.reasons.book'), todo: t('launch.paused.reasons.bookDo') };
    case 'picture':
      return { title: t('launch.paused.reasons.picture'), todo: t('launch.paused.reasons.pictureDo') };
    case 'page':
      return { title: t('launch.paused.reasons.page'), todo: t('launch.paused.reasons.pageDo') };
    case 'closed':
      return { title: t('launch.paused.reasons.closed'), todo: t('launch.paused.reasons.closedDo') };
    case 'owner':
    case undefined:
      return { title: t('launch.paused.reasons.owner'), todo: null };
  }
}
