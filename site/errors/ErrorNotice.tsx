import { useEffect, useRef } from 'react';
import { PATHS } from '#contract/pages.ts';
import { LANGUAGES } from '#contract/language.ts';
import { texts } from '../text/texts.ts';
import { ChunkLoadError } from './chunk.ts';
import styles from './ErrorNotice.module.css';

/** In both languages at once: whatever failed may have been the language itself. */
export function ErrorNotice({ error, onLeave }: { error: unknown; onLeave?: (() => void) | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const chunk = error instanceof ChunkLoadError;
  useEffect(() => {
    dialog.current?.showModal();
    heading.current?.focus();
  }, []);
  const notice = (
    <div className={styles.notice} role="alert">
      {LANGUAGES.map((language, index) => {
        const words = texts[language].errors;
        const Heading = index === 0 ? 'h1' : 'h2';
        return (
          <section key={language} lang={language}>
            <Heading ref={index === 0 ? heading : null} tabIndex={-1}>
              {chunk ? words.chunk : words.unexpected}
            </Heading>
            <p>
              {onLeave ? (
                <button type="button" onClick={onLeave}>
                  {texts[language].privacy.back}
                </button>
              ) : (
                <a href={PATHS.soon}>{words.reload}</a>
              )}
            </p>
          </section>
        );
      })}
      <pre lang="en">
        {error instanceof Error ? `${chunk ? `${error.name}: ` : ''}${error.message}` : String(error)}
      </pre>
    </div>
  );
  if (!onLeave) return <main>{notice}</main>;
  return (
    <dialog className={styles.dialog} ref={dialog} onClose={onLeave}>
      {notice}
    </dialog>
  );
}
