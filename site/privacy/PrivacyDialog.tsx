import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { useLanguage } from '../language/use-language.ts';
import { allStyles } from '../shell/all-styles.ts';
import { fitOf } from '../shell/fit.ts';
import { PrivacyNotice } from './PrivacyNotice.tsx';
import styles from './PrivacyDialog.module.css';

/** A native modal dialog: traps focus, closes on Escape, returns focus to the link. */
export function PrivacyDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { text } = useLanguage();
  const [path] = useBrowserLocation();
  const [openedOn] = useState(path);
  useEffect(() => dialog.current?.showModal(), []);
  // Closes if the page below changes (Back, say), before its heading needs the focus that a modal would keep.
  useLayoutEffect(() => {
    if (path !== openedOn) dialog.current?.close();
  }, [path, openedOn]);
  function onClick(event: MouseEvent) {
    if (event.target === dialog.current) dialog.current.close();
  }
  return (
    // Pressing the backdrop is a pointer convenience; the keyboard has Escape and the button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      className={styles.dialog}
      ref={dialog}
      aria-labelledby="privacy-title"
      onClose={onClose}
      onClick={onClick}
    >
      <div className={styles.sheet}>
        <div className={styles.top}>
          <h2 id="privacy-title" className={styles.title} data-fit={fitOf(text.privacy.title)}>
            {text.privacy.title}
          </h2>
          <button className={styles.close} type="button" onClick={() => dialog.current?.close()}>
            {text.privacy.close}
          </button>
        </div>
        <PrivacyNotice />
      </div>
    </dialog>
  );
}

/** Behind the Coming Soon page a document lacks the styles of the notice. */
export { allStyles };
export default PrivacyDialog;
