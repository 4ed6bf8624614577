import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useWords } from '../../words.ts';
import { SCREENS, type PreviewOptions } from './preview-options.ts';
import type { ShownPage } from './use-page.ts';
import styles from './Preview.module.css';

type Props = {
  shown: ShownPage;
  /** Of the frame, for screen readers. */
  label: string;
  look: PreviewOptions;
  /** As wide as the screen: on phones. */
  fits?: boolean;
  /** Over the page. */
  children?: ReactNode;
};

/** The page itself as a screen shows it, scaled to fit and scrolled inside. Scripts could not run in it: the policy of its document allows none. */
export function PageFrame({ shown, label, look, fits = false, children }: Props) {
  const { t } = useWords();
  const holder = useRef<HTMLDivElement>(null);
  const { theme, width } = look;
  const { frame, page, drawn, failed } = shown;
  const room = useSize(holder);
  const screen = fits ? room : SCREENS[width];
  const zoom = Math.min(1, room.width / screen.width, room.height / screen.height);
  const scale = useScale(page !== null, frame.ref, screen.width, zoom);
  useEffect(() => page?.setTheme(theme), [page, theme]);
  useEffect(() => page?.setZoom(zoom), [page, zoom]);
  return (
    <div
      className={styles.around}
      data-width={fits ? 'fits' : width}
      data-theme={theme}
      style={{ '--screen': `${screen.width * zoom}px` } as CSSProperties}
    >
      {failed && <p className={styles.failed}>{t('editor.notDrawn')}</p>}
      {children}
      <div ref={holder} className={styles.holder}>
        <div className={styles.screen} style={{ height: screen.height * zoom + 2 }}>
          {/* eslint-disable-next-line react/iframe-missing-sandbox -- its document forbids scripts; a sandbox that does makes WebKit deaf to keys */}
          <iframe
            {...frame}
            title={label}
            data-drawn={drawn !== null || undefined}
            style={{ ...screen, ...scale }}
          />
        </div>
      </div>
    </div>
  );
}

/**
 * By `zoom`, as a transform darkens the page in Chromium. In WebKit `zoom` makes the window of a frame smaller, not what is
 * in it: the page would look there as on a tablet.
 */
function useScale(
  isLoaded: boolean,
  frame: React.RefObject<HTMLIFrameElement | null>,
  wide: number,
  zoom: number,
): CSSProperties {
  const [isWindow, setWindow] = useState(false);
  useEffect(() => {
    const view = frame.current?.contentWindow;
    if (!isLoaded || !view) return;
    const watch = new ResizeObserver(() => {
      if (view.innerWidth < (wide * (1 + zoom)) / 2) setWindow(true);
    });
    watch.observe(view.document.documentElement);
    return () => watch.disconnect();
  }, [isLoaded, frame, wide, zoom]);
  return isWindow ? { transform: `scale(${zoom})`, transformOrigin: '0 0' } : { zoom };
}

/** Of an element, as it changes. */
function useSize(of: React.RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 1, height: 1 });
  useEffect(() => {
    const element = of.current;
    if (element === null) return;
    const watch = new ResizeObserver(() =>
      // Inside of the line around the screen.
      setSize({ width: element.clientWidth - 2 || 1, height: element.clientHeight - 2 || 1 }),
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [of]);
  return size;
}
