import { useLocation } from 'wouter';
import type { AnnouncementNow } from '#contract/owner/launch.ts';
import { bookOf, isBookLink } from '#contract/books.ts';
import { TextLink } from '../parts/Button.tsx';
import { Cell, Grid, Part } from '../parts/layout.tsx';
import { NewsletterRow } from '../newsletter/NewsletterRow.tsx';
import { useWords } from '../words.ts';
import { AnnouncementPages } from './AnnouncementPages.tsx';
import { Books } from './Books.tsx';
import { Outward } from './Outward.tsx';
import { WhileYouWait } from './WhileYouWait.tsx';
import layout from '../parts/layout.module.css';
import styles from './launch.module.css';

/** `/launch`, `/launch/words`, `/launch/book-seo/when` …: the launch, or a book that is announced the same way. */
export default function Launch() {
  const [path] = useLocation();
  const parts = path.split('/').slice(2);
  const book = isBookLink(parts[0] ?? '') ? bookOf(parts[0] ?? '') : null;
  if (book !== null) return <AnnouncementPages purpose={`book:${book}`} rest={parts.slice(1)} />;
  return <AnnouncementPages purpose="launch" rest={parts} Acts={SeeSite} Below={Below} />;
}

function SeeSite({ now: { progress, siteUrl } }: { now: AnnouncementNow }) {
  const { t } = useWords();
  return progress !== null && <Outward href={siteUrl}>{t('nav.seeSite')}</Outward>;
}

/** Who is emailed, and what else is sent. */
function Below({ now: { state, siteUrl } }: { now: AnnouncementNow }) {
  const { t } = useWords();
  const more = (
    <Books>
      <NewsletterRow />
    </Books>
  );
  if (state !== 'draft')
    return (
      <>
        {state === 'undo' && <WhileYouWait siteUrl={siteUrl} />}
        <div className={layout.part}>{more}</div>
      </>
    );
  return (
    <div className={layout.part}>
      <Grid>
        <Cell span={6}>
          <Part title={t('launch.before.who')}>
            <p className={styles.note}>{t('launch.ofLaunch.who')}</p>
            <TextLink href="/settings">{t('launch.before.showButton')}</TextLink>
          </Part>
        </Cell>
        <Cell span={6}>{more}</Cell>
      </Grid>
    </div>
  );
}
