import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import strip from '../frame/Strip.module.css';
import { SmallButton, TextLink } from '../parts/Button.tsx';
import { SmallSwing } from '../parts/Swing.tsx';
import { useWide } from '../wide.ts';
import { useWords } from '../words.ts';
import { PublishDialog } from './publish/PublishDialog.tsx';
import styles from './SiteStrip.module.css';
import { useSite } from './use-site.ts';

/** Where it would say what the page itself says. */
const WITHOUT = /^\/site\/(?:changes|history\/.)/;
/** Where it would move the fields down while somebody types the first change: it is there from the beginning. */
const ALWAYS = /^\/site\/(?:pages|emails)\//;

/**
 * Over the pages of the site: how much is not published. `isCovered`: something more important stands there, but an
 * open dialog stays, e.g. while the connection is lost.
 */
export default function SiteStrip({ isCovered }: { isCovered: boolean }) {
  const { t } = useWords();
  const [path] = useLocation();
  const { data: site } = useSite();
  const isWide = useWide();
  const [isAsking, setAsking] = useState(false);
  const n = site?.changes.length ?? 0;
  const isShown = !isCovered && n > 0 && !WITHOUT.test(path);
  const said = t('site.strip.changes', { n });
  return (
    <>
      {!isCovered && isWide && site && n === 0 && ALWAYS.test(path) && (
        <div className={strip.strip} role="region" aria-label={t('nav.site')} data-strip="">
          <p className={strip.text}>{t('site.changes.none')}</p>
        </div>
      )}
      {isShown && (
        <div
          className={`${strip.strip} ${styles.bar}`}
          role="region"
          aria-label={t('site.strip.see')}
          data-strip=""
        >
          <span className={styles.wide}>
            <SmallSwing t={0} />
          </span>
          <p className={strip.text}>
            <span className={styles.wide}>{said}</span>
            <Link className={styles.phone} href="/site/changes">
              {said}
            </Link>
          </p>
          <span className={styles.wide}>
            <TextLink href="/site/changes">{t('site.strip.see')}</TextLink>
          </span>
          <SmallButton solid onClick={() => setAsking(true)}>
            {t('site.strip.publish')}
          </SmallButton>
        </div>
      )}
      {isAsking && site && <PublishDialog site={site} onClose={() => setAsking(false)} />}
    </>
  );
}
