import { useEffect, useRef, useState } from 'react';
import type { Language } from '#contract/language.ts';
import { PREVIEW_FRAME, type PreviewMade } from '#contract/owner/preview.ts';
import { useStore } from '../../store.ts';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { focused, measured } from './focus.ts';
import { Page } from './page.ts';
import { useTyped } from './use-typed.ts';
import styles from './Stage.module.css';

/**
 * Counts the lines that the title in focus takes on a phone, and those of what visitors see, in a second frame that
 * nobody sees. It is there once a title has become longer. `made`: the page, newly drawn.
 */
export function useMeasured(site: Site, made: PreviewMade | null, language: Language) {
  const { t } = useWords();
  const key = useStore(focused) ?? '';
  const field = site.field(key);
  const typed = useTyped(key);
  const usual = field === undefined ? null : site.shownOf(key);
  const now = typed?.value ?? (field === undefined ? null : site.valueOf(key));
  const isLonger = typeof now === 'string' && typeof usual === 'string' && now.length > usual.length;
  const isTitle = field?.language === language && field.places.length === 0 && /title$/i.test(field.name);
  const isWanted = isTitle && isLonger;
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Page | null>(null);
  useEffect(() => {
    if (!isWanted || page === null || made === null) return measured.set(null);
    page.show(made);
    const n = page.linesOf(key);
    page.type(key, usual);
    const before = page.linesOf(key);
    measured.set(n !== null && before !== null && n > before ? { key, n, usual: before } : null);
  }, [isWanted, page, made, key, usual]);
  if (!isWanted && page === null) return null;
  return (
    // eslint-disable-next-line react/iframe-missing-sandbox -- as PageFrame.tsx
    <iframe
      ref={frame}
      className={styles.measuring}
      title={t('editor.frame')}
      aria-hidden="true"
      tabIndex={-1}
      src={PREVIEW_FRAME}
      onLoad={() => {
        const doc = frame.current?.contentDocument;
        if (doc) setPage(new Page(doc, { onPress() {}, onLeave() {} }));
      }}
    />
  );
}
