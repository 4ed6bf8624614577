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

/** Over the pages of the site: how much is not published. */
export default function SiteStrip() {
  const { t } = useWords();
  const [path] = useLocation();
  const { data: site } = useSite();
  const isWide = useWide();
  const [isAsking, setAsking] = useState(false);
  const n = site?.changes.length ?? 0;
  const isWritten = n > 0 && !WITHOUT.test(path);
  const isKept = isWide && site !== undefined && n === 0 && ALWAYS.test(path);
  return (
    <>
      {(isWritten || isKept) && (
        <div
          className={`${strip.strip} ${styles.bar}`}
          role="region"
          aria-label={isWritten ? t('site.strip.see') : t('nav.site')}
          data-strip=""
        >
          <span className={styles.wide}>
            <SmallSwing t={isWritten ? 0 : 1} />
          </span>
          {isWritten ? (
            <Written n={n} onPublish={() => setAsking(true)} />
          ) : (
            <p className={strip.text}>{t('site.changes.none')}</p>
          )}
        </div>
      )}
      {isAsking && site && <PublishDialog site={site} onClose={() => setAsking(false)} />}
    </>
  );
}

function Written({ n, onPublish }: { n: number; onPublish: () => void }) {
  const { t } = useWords();
  const said = t('site.strip.changes', { n });
  return (
    <>
      <p className={strip.text}>
        <span className={styles.wide}>{said}</span>
        <Link className={styles.phone} href="/site/changes">
          {said}
        </Link>
      </p>
      <span className={styles.wide}>
        <TextLink href="/site/changes">{t('site.strip.see')}</TextLink>
      </span>
      <SmallButton solid onClick={onPublish}>
        {t('site.strip.publish')}
      </SmallButton>
    </>
  );
}
