import { useEffect, useRef, type CSSProperties } from 'react';
import { PATHS } from '#contract/pages.ts';
import { LANGUAGES } from '#contract/language.ts';
import { texts } from '../text/texts.ts';
import { ChunkLoadError } from './chunk.ts';

/** Not in a style sheet, which every first paint would include. */
const styles = {
  notice: { maxWidth: '42rem', padding: '3rem var(--gut)' },
  part: { margin: '0 0 2rem' },
  heading: { fontSize: 'var(--t4)', fontWeight: 500, lineHeight: 1.22 },
  control: { padding: '0.75rem 0', textDecoration: 'underline' },
  detail: {
    margin: '0 0 2rem',
    color: 'var(--muted)',
    font: 'inherit',
    fontSize: 'var(--t6)',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  },
  dialog: { padding: 0, border: 0, background: 'var(--surface)', color: 'var(--text)' },
} satisfies Record<string, CSSProperties>;

/** In both languages: the failure may concern the language itself. */
export function ErrorNotice({ error, onLeave }: { error: unknown; onLeave?: (() => void) | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const chunk = error instanceof ChunkLoadError;
  useEffect(() => {
    dialog.current?.showModal();
    heading.current?.focus();
  }, []);
  const notice = (
    <div style={styles.notice} role="alert">
      {LANGUAGES.map((language, index) => {
        const words = texts[language].errors;
        const Heading = index === 0 ? 'h1' : 'h2';
        return (
          <section key={language} lang={language} style={styles.part}>
            <Heading ref={index === 0 ? heading : null} tabIndex={-1} style={styles.heading}>
              {chunk ? words.chunk : words.unexpected}
            </Heading>
            <p>
              {onLeave ? (
                <button type="button" style={styles.control} onClick={onLeave}>
                  {texts[language].privacy.back}
                </button>
              ) : (
                <a href={PATHS.soon} style={styles.control}>
                  {words.reload}
                </a>
              )}
            </p>
          </section>
        );
      })}
      <pre lang="en" style={styles.detail}>
        {error instanceof Error ? `${chunk ? `${error.name}: ` : ''}${error.message}` : String(error)}
      </pre>
    </div>
  );
  if (!onLeave) return <main>{notice}</main>;
  return (
    <dialog style={styles.dialog} ref={dialog} onClose={onLeave}>
      {notice}
    </dialog>
  );
}
