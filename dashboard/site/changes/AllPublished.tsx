import { useState } from 'react';
import { Link } from 'wouter';
import { PageHead } from '../../frame/PageHead.tsx';
import { Acts, TextButton, TextLink } from '../../parts/Button.tsx';
import { Lead } from '../../parts/layout.tsx';
import { useWords, type UseWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { SeeSite } from '../SeeSite.tsx';
import { useUndo } from '../publish/use-undo.ts';
import styles from './Changes.module.css';

/** Nothing is left to publish. */
export function AllPublished({ site }: { site: Site }) {
  const words = useWords();
  const { t } = words;
  const undo = useUndo();
  const [busy, setBusy] = useState(false);
  const { number } = site.live;
  async function press() {
    setBusy(true);
    await undo(number);
    setBusy(false);
  }
  return (
    <>
      <PageHead
        title={t('site.changes.none')}
        over={<Link href="/site">{t('nav.site')}</Link>}
        stage="published"
      />
      <Lead>{said(words, site.live)}</Lead>
      <div className={styles.then}>
        <Acts>
          <SeeSite />
          {number > 0 && (
            <TextButton busy={busy} onClick={() => void press()}>
              {t('site.publish.undo')}
            </TextButton>
          )}
          <TextLink href="/site/history">{t('site.history.title')}</TextLink>
        </Acts>
      </div>
    </>
  );
}

const JUST_NOW_MS = 60_000;

function said({ t, relative }: UseWords, { number: n, at, by: who }: Site['live']): string {
  if (n === 0 || at === null) return t('site.changes.noneOriginal');
  const when = Date.now() - at < JUST_NOW_MS ? t('site.changes.justNow') : relative(at);
  return who === null
    ? t('site.changes.noneAlone', { n, when })
    : t('site.changes.noneText', { n, who, when });
}
