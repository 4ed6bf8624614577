import { useEffect, useRef, useState } from 'react';
import type { EditorShows } from '#contract/content/editor.ts';
import { PREVIEW_FRAME } from '#contract/owner/preview.ts';
import { useWords } from '../../words.ts';
import type { StageProps } from './Switches.tsx';
import { WIDTHS, type Look } from './looks.ts';
import { MailLines } from './MailLines.tsx';
import { useMeasured } from './use-measured.tsx';
import { usePage } from './use-page.ts';
import styles from './Stage.module.css';

type Props = StageProps & {
  shown: EditorShows;
  look: Look;
  /** As wide as the screen: on phones. */
  fits?: boolean;
  onPress: (field: string, at: string) => void;
  onLeave: () => void;
};

/** The page itself, scaled to fit. Scripts could not run in it: the policy of its document allows none. */
export function PageFrame({ site, place, shown, look, fits = false, onPress, onLeave }: Props) {
  const { t } = useWords();
  const frame = useRef<HTMLIFrameElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const { language, theme, width } = look;
  const drawn = { shows: shown, language };
  const { page, made, failed, onLoad } = usePage(frame, { site, place, shown: drawn, onPress, onLeave });
  const room = useSize(holder);
  const wide = fits ? room.width : WIDTHS[width];
  const zoom = Math.min(1, room.width / wide);
  useEffect(() => page?.setTheme(theme), [page, theme]);
  useEffect(() => page?.setZoom(zoom), [page, zoom]);
  const measuring = useMeasured(site, made, language);
  return (
    <div className={styles.around} data-width={fits ? 'fits' : width} data-theme={theme}>
      {failed && <p className={styles.failed}>{t('editor.notDrawn')}</p>}
      {'mail' in shown && <MailLines site={site} mail={shown.mail} language={language} />}
      <div ref={holder} className={styles.holder}>
        {/* eslint-disable-next-line react/iframe-missing-sandbox -- its document forbids scripts; a sandbox that does makes WebKit deaf to keys */}
        <iframe
          ref={frame}
          title={t('editor.frame')}
          data-drawn={made !== null || undefined}
          src={PREVIEW_FRAME}
          onLoad={onLoad}
          style={{ width: wide, height: room.height / zoom, zoom }}
        />
      </div>
      {measuring}
    </div>
  );
}

/** Of an element, as it changes. */
function useSize(of: React.RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 1, height: 1 });
  useEffect(() => {
    const element = of.current;
    if (element === null) return;
    const watch = new ResizeObserver(() =>
      setSize({ width: element.clientWidth || 1, height: element.clientHeight || 1 }),
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [of]);
  return size;
}
