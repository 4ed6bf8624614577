import { useEffect, useRef, useState } from 'react';
import type { Json } from '#contract/content/content.ts';
import type { Language } from '#contract/language.ts';
import { PREVIEW_FRAME } from '#contract/owner/preview.ts';
import { useStore } from '../../store.ts';
import { useWords } from '../../words.ts';
import type { DraftField, Site } from '../draft.ts';
import { focused, measured, type TitleLines } from '../focus.ts';
import { PreviewPage } from './page.ts';
import type { DrawnPage } from './use-page.ts';
import styles from './Preview.module.css';

/**
 * Counts the lines that the title in focus takes on a phone, and those of what visitors see, in a second frame that
 * nobody sees. It is there once a title has changed. Not with each key, whose paint it would delay: with each page
 * that is drawn.
 */
export function TitleLineCount({
  site,
  drawn,
  language,
}: {
  site: Site;
  drawn: DrawnPage | null;
  language: Language;
}) {
  const key = useStore(focused) ?? '';
  const field = site.field(key);
  const usual = field === undefined ? null : site.shownOf(key);
  const now = drawn?.over[key] ?? (field === undefined ? null : site.valueOf(key));
  const isWanted = field?.language === language && isOtherTitle(field, now, usual);
  const [page, setPage] = useState<PreviewPage | null>(null);
  useEffect(() => {
    if (!isWanted || page === null || drawn === null) return measured.set(null);
    page.show(drawn.made);
    measured.set(linesMore(page, key, usual));
  }, [isWanted, page, drawn, key, usual]);
  return isWanted || page !== null ? <Measuring onPage={setPage} /> : null;
}

/** Only a title without places that has other words may not fit any more. */
export function isOtherTitle({ name, places }: DraftField, now: Json, usual: Json): boolean {
  return now !== usual && places.length === 0 && /title$/i.test(name);
}

/** Null: every word fits, and the title takes no more lines than the usual words, or is not in this page. May show those words. */
export function linesMore(page: PreviewPage, key: string, usual: Json): TitleLines | null {
  const word = page.brokenWordOf(key);
  if (word !== null) return { key, word };
  const n = page.linesOf(key);
  page.type(key, usual);
  const before = page.linesOf(key);
  return n !== null && before !== null && n > before ? { key, n, usual: before } : null;
}

/** A page as wide as a phone, which nobody sees. */
export function Measuring({ onPage }: { onPage: (page: PreviewPage) => void }) {
  const { t } = useWords();
  const frame = useRef<HTMLIFrameElement>(null);
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
        if (doc) onPage(new PreviewPage(doc, { onPress() {}, onLeave() {} }));
      }}
    />
  );
}
