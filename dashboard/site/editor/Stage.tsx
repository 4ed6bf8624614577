import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Language } from '#contract/language.ts';
import { theme as dashboardTheme } from '../../chosen-theme.ts';
import { SmallButton } from '../../parts/Button.tsx';
import { useWide } from '../../wide.ts';
import { useWords } from '../../words.ts';
import { hrefOf } from '../draft.ts';
import { Beside } from './Beside.tsx';
import { DraftFrame } from './DraftFrame.tsx';
import { focused, focusField } from './focus.ts';
import { Saved } from './Head.tsx';
import { useLook } from './looks.ts';
import { useStateShown } from './use-state-shown.ts';
import { Seen } from './Seen.tsx';
import type { StageProps } from './Switches.tsx';
import styles from './Stage.module.css';

/** The page beside its fields; on phones behind a button. */
export function Stage(props: StageProps) {
  const { t, language } = useWords();
  const isWide = useWide();
  const { site, shows, place } = props;
  const [, go] = useLocation();
  const width = place.room === 'pages' ? 'desktop' : 'phone';
  const [look, change] = useLook({ width, theme: dashboardTheme.get().shown, language });
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
      <Beside {...bar} shown={shown}>
        <DraftFrame
          {...props}
          shown={shown}
          look={look}
          onPress={open}
          onLeave={() => focusLast(look.language)}
        />
      </Beside>
    );
  }
  return (
    <>
      <div className={styles.editbar}>
        <Saved />
        <SmallButton solid onClick={() => setSeen(true)}>
          {t('editor.seeIt')}
        </SmallButton>
      </div>
      {isSeen && <Seen {...props} {...bar} shown={shown} onClose={() => setSeen(false)} />}
    </>
  );
}

/** Back to the field that had the focus, or to the first. */
function focusLast(language: Language): void {
  const last = focused.get();
  if (last !== null && focusField(last)) return;
  document.querySelector<HTMLElement>(`[data-field][lang="${language}"]`)?.focus();
}
