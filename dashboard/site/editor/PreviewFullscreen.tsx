import type { PreviewShows } from '#contract/owner/preview.ts';
import { useEffect, useRef, useState } from 'react';
import { CrossIcon, LeftIcon } from '../../parts/icons.tsx';
import { useWords, type UseWords } from '../../words.ts';
import { isAt, type DraftField } from '../draft.ts';
import { labelOf, sectionLabel } from '../labels.ts';
import { DraftFrame } from '../preview/DraftFrame.tsx';
import { One } from '../fields/One.tsx';
import { focused, focusField } from '../focus.ts';
import { PreviewToolbar, type StageProps, type SwitchesProps } from '../preview/PreviewToolbar.tsx';
import styles from '../preview/Preview.module.css';

type Props = StageProps & SwitchesProps & { shown: PreviewShows; onClose: () => void };

/** The page on the whole screen; what is pressed in it opens its field below. */
export function PreviewFullscreen({ onClose, ...props }: Props) {
  const words = useWords();
  const { site, place, look } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const sheet = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<{ key: string; at: string } | null>(null);
  const last = useRef<string | null>(null);
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => {
      if (last.current === null || !focusField(last.current)) opener?.focus();
    };
  }, []);
  useEffect(() => {
    if (open !== null && sheet.current !== null) focusField(open.key, open.at, sheet.current);
  }, [open]);
  const field = open === null ? undefined : site.field(open.key);
  function press(key: string, at: string) {
    const known = site.field(key);
    if (known === undefined || !isAt(known, place)) return;
    last.current = key;
    setOpen({ key, at });
  }
  function closeSheet() {
    setOpen(null);
    focused.set(null);
  }
  return (
    <dialog
      ref={dialog}
      className={styles.seen}
      aria-label={words.t('editor.frame')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.seenbar}>
        <button className={styles.back} type="button" onClick={onClose}>
          <LeftIcon />
          {words.t('editor.fields')}
        </button>
        <PreviewToolbar {...props} />
      </div>
      <DraftFrame {...props} look={look} fits onPress={press} onLeave={onClose} />
      {field && (
        <section ref={sheet} className={styles.sheet} aria-label={sheetTitle(words, field)}>
          <div className={styles.sheethead}>
            <h2>{sheetTitle(words, field)}</h2>
            <button type="button" aria-label={words.t('common.close')} onClick={closeSheet}>
              <CrossIcon />
            </button>
          </div>
          <One key={field.name} name={field.name} site={site} place={place} />
        </section>
      )}
    </dialog>
  );
}

function sheetTitle(words: UseWords, field: DraftField): string {
  return field.place === null ? labelOf(words, field) : sectionLabel(words.t, field.place);
}
