import type { ReactNode } from 'react';
import { PREVIEW_ALONE, type PreviewShows } from '#contract/owner/preview.ts';
import { OutIcon } from '../../parts/icons.tsx';
import { useWords } from '../../words.ts';
import type { PreviewOptions } from './preview-options.ts';
import { PreviewToolbar, type SwitchesProps } from './PreviewToolbar.tsx';
import styles from './Preview.module.css';

type Props = SwitchesProps & { shown: PreviewShows; version?: number; children: ReactNode };

/** The page at the right of the window, under its switches. `version`: its number; without one it is the draft. */
export function PreviewColumn({ shown, version, children, ...switches }: Props) {
  const { t } = useWords();
  const isDraft = version === undefined;
  return (
    <section className={styles.stage} aria-label={t(isDraft ? 'editor.frame' : 'site.history.page')}>
      <div className={styles.bar}>
        <PreviewToolbar {...switches} withWidth />
        <a
          className={styles.out}
          href={addressOf(shown, switches.look, version)}
          target="_blank"
          rel="noopener"
          aria-label={t(isDraft ? 'editor.openTab' : 'site.history.openTab')}
        >
          <OutIcon />
        </a>
      </div>
      {children}
    </section>
  );
}

function addressOf(shown: PreviewShows, { language, theme }: PreviewOptions, version?: number): string {
  const named = { ...shown, language, theme, ...(version !== undefined && { version: String(version) }) };
  return `${PREVIEW_ALONE}?${String(new URLSearchParams(named))}`;
}
