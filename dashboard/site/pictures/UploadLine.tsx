import { Breve } from '#ui/Breve.tsx';
import mark from '#ui/ErrorMark.module.css';
import hidden from '#ui/hidden.module.css';
import { TextButton } from '../../parts/Button.tsx';
import { problemSentence, RequestError } from '../../problem.ts';
import { useWords, type UseWords } from '../../words.ts';
import { sayRefusal, type Wanted } from './check-file.ts';
import { FileButton } from './FileButton.tsx';
import type { Upload, UploadState } from './use-upload.ts';
import styles from './UploadLine.module.css';

type Props = {
  upload: Upload;
  wanted: Wanted;
  /** In a row that has buttons of its own. */
  bare?: boolean;
};

/** How far an upload is, or why its file was turned down; nothing while none is under way. */
export function UploadLine({ upload, wanted, bare = false }: Props) {
  const words = useWords();
  const { t, percent } = words;
  const { state } = upload;
  if (state.is === 'idle') return null;
  if (state.is === 'refused' || state.is === 'broken')
    return (
      <div className={styles.line} data-bare={bare || undefined}>
        <p>{state.name}</p>
        <p className={`${mark.mark} ${styles.failed}`} role="alert">
          {state.is === 'refused' ? sayRefusal(words, state.refusal, wanted) : whyBroken(words, state)}
        </p>
        {state.is === 'broken' ? (
          <TextButton onClick={upload.again}>{t('common.tryAgain')}</TextButton>
        ) : (
          !bare && (
            <FileButton wanted={wanted} onFile={upload.choose}>
              {t('agency.picture.other')}
            </FileButton>
          )
        )}
      </div>
    );
  const share = state.is === 'sending' ? state.share : 1;
  const says = (of: number) => t('agency.picture.uploading', { name: state.name, percent: percent(of) });
  const making = t(wanted.is === 'book' ? 'agency.books.scan' : 'agency.picture.making');
  return (
    <div
      className={styles.line}
      data-bare={bare || undefined}
      aria-busy={state.is === 'looking' || undefined}
    >
      <div className={styles.bar}>
        {state.is === 'looking' ? (
          <p className={styles.making}>
            <Breve swing="swinging" /> {making}
          </p>
        ) : (
          <p className={styles.sent}>{says(share)}</p>
        )}
        {!bare && <TextButton onClick={upload.stop}>{t('agency.picture.stop')}</TextButton>}
      </div>
      <div
        className={styles.rule}
        role="progressbar"
        aria-label={state.name}
        aria-valuenow={Math.round(share * 100)}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <p className={hidden.hidden} role="status">
        {state.is === 'looking' ? making : says(Math.floor(share * 4) / 4)}
      </p>
    </div>
  );
}

function whyBroken(words: UseWords, { share, problem }: Extract<UploadState, { is: 'broken' }>): string {
  if (problem instanceof RequestError && problem.code === 'offline')
    return words.t('agency.picture.failed', { percent: words.percent(share) });
  return problemSentence(words, problem);
}
