import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Language } from '#contract/language.ts';
import { theme as dashboardTheme } from '../../chosen-theme.ts';
import { SmallButton } from '../../parts/Button.tsx';
import { useWide } from '../../wide.ts';
import { useWords } from '../../words.ts';
import { hrefOf } from '../draft.ts';
import { PreviewColumn } from '../preview/PreviewColumn.tsx';
import { DraftFrame } from '../preview/DraftFrame.tsx';
import { focused, focusField } from '../focus.ts';
import { LastSaved } from './Head.tsx';
import { usePreviewOptions } from '../preview/preview-options.ts';
import { useStateShown } from '../preview/use-state-shown.ts';
import { PreviewFullscreen } from './PreviewFullscreen.tsx';
import type { StageProps } from '../preview/PreviewToolbar.tsx';
import styles from '../preview/Preview.module.css';

/** The page beside its fields; on phones behind a button. */
export function PreviewPane(props: StageProps) {
  const { t, language } = useWords();
  const isWide = useWide();
  const { site, shows, place } = props;
  const [, go] = useLocation();
  const width = place.room === 'pages' ? 'desktop' : 'phone';
  const [look, change] = usePreviewOptions({ width, theme: dashboardTheme.get().shown, language });
  const [state, setState] = useStateShown(site, shows, look.language);
  const [isSeen, setSeen] = useState(false);
  const [first] = shows;
  if (first === undefined) return null;
  const shown = shows[state] ?? first;
  const bar = { look, onChange: change, shows, state, onState: setState };
  function open(field: string, at: string) {
    const elsewhere = site.field(field);
    if (!focusField(field, at) && elsewhere !== undefined) go(hrefOf(elsewhere));
  }
  if (isWide) {
    return (
      <PreviewColumn {...bar} shown={shown}>
        <DraftFrame
          {...props}
          shown={shown}
          look={look}
          onPress={open}
          onLeave={() => focusLast(look.language)}
        />
      </PreviewColumn>
    );
  }
  return (
    <>
      <div className={styles.editbar} data-edit-bar="">
        <LastSaved />
        <SmallButton solid onClick={() => setSeen(true)}>
          {t('editor.seeIt')}
        </SmallButton>
      </div>
      {isSeen && <PreviewFullscreen {...props} {...bar} shown={shown} onClose={() => setSeen(false)} />}
    </>
  );
}

/** Back to the field that had the focus, or to the first. */
function focusLast(language: Language): void {
  const last = focused.get();
  if (last !== null && focusField(last)) return;
  document.querySelector<HTMLElement>(`[data-field][lang="${language}"]`)?.focus();
}
