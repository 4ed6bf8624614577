import type { Publishing } from '#contract/owner/site.ts';
import { useOwner } from '../../api.ts';
import { ArcDrawing } from '../../parts/Swing.tsx';
import layout from '../../parts/layout.module.css';
import { useWords } from '../../words.ts';
import styles from './publish.module.css';

const POLL_MS = 400;
/** Where the bob is, and the point it has reached; while the pages are drawn it hangs between two. */
const PLACES = {
  checking: { t: 0.03, reached: -1 },
  drawing: { t: 0.27, reached: 0 },
  storing: { t: 0.5, reached: 1 },
  published: { t: 1, reached: 2 },
} as const;

/** The steps that the server takes, as the bob swings. */
export function PublishSteps({ isPublished }: { isPublished: boolean }) {
  const { t } = useWords();
  const read = useOwner<Publishing>(isPublished ? null : '/site/publishing', { every: POLL_MS });
  const step = isPublished ? 'published' : (read.data?.step ?? 'checking');
  const { t: at, reached } = PLACES[step];
  const points = [t('site.publish.checked'), t('site.publish.drawn'), t('site.publish.live')];
  return (
    <>
      <div
        className={styles.arc}
        role="progressbar"
        aria-label={t('site.publish.busy')}
        aria-valuemin={0}
        aria-valuemax={3}
        aria-valuenow={reached + 1}
        aria-valuetext={points[reached] ?? t('site.publish.busy')}
      >
        <div className={layout.wide}>
          <ArcDrawing width={510} sagitta={84} r={13} t={at} thin />
        </div>
        <div className={layout.phone}>
          <ArcDrawing width={312} sagitta={56} r={11} t={at} thin />
        </div>
      </div>
      <ol className={styles.points}>
        {points.map((point, place) => (
          <li key={point} data-is={place < reached ? 'past' : place === reached ? 'now' : 'ahead'}>
            {point}
          </li>
        ))}
      </ol>
      <p className={styles.leave} data-over={isPublished || undefined}>
        {t('site.publish.busyText')}
      </p>
    </>
  );
}
