import type { LetterPicture } from '#contract/announcement.ts';
import { LETTER_PICTURE } from '#contract/content/pictures.ts';
import type { Purpose } from '#contract/owner/launch.ts';
import { useAct } from '../api.ts';
import { TextButton } from '../parts/Button.tsx';
import { FormProblem } from '../parts/states.tsx';
import type { Wanted } from '../site/pictures/check-file.ts';
import { FileButton } from '../site/pictures/FileButton.tsx';
import { addressOf } from '../site/pictures/files.ts';
import { UploadLine } from '../site/pictures/UploadLine.tsx';
import { useUpload } from '../site/pictures/use-upload.ts';
import { useWords } from '../words.ts';
import { pathOf } from './announcement.ts';
import styles from './WordsPage.module.css';

const WANTED: Wanted = { is: 'picture', least: LETTER_PICTURE.least };

type Props = { purpose: Purpose; picture: LetterPicture | undefined; isLocked: boolean };

/** The picture of an announcement: chosen, drawn, changed and removed at once. */
export function PictureChoice({ purpose, picture, isLocked }: Props) {
  const { t, size } = useWords();
  const { send, busy, problem } = useAct(pathOf(purpose, '/picture'));
  const draw = (file: string | null) =>
    send({ file }).then(
      () => {},
      () => {},
    );
  const upload = useUpload(WANTED, ({ file }) => draw(file));
  if (isLocked && picture === undefined) return null;
  const isIdle = upload.state.is === 'idle';
  return (
    <div className={styles.picture} role="group" aria-label={t('letters.picture.title')}>
      {(isIdle || picture !== undefined) && (
        <div className={styles.chosen}>
          {picture === undefined ? <i /> : <img src={addressOf(picture.file)} alt="" />}
          <p>
            <b>{t('letters.picture.title')}</b>
            {picture === undefined
              ? t('letters.picture.hint')
              : t('letters.picture.inside', {
                  w: String(picture.width),
                  h: String(picture.height),
                  size: size(picture.bytes),
                })}
          </p>
          {!isLocked && isIdle && (
            <div className={styles.acts}>
              <FileButton
                wanted={WANTED}
                look={picture === undefined ? 'small' : 'text'}
                onFile={upload.choose}
              >
                {t(picture === undefined ? 'letters.picture.choose' : 'letters.picture.change')}
              </FileButton>
              {picture !== undefined && (
                <TextButton busy={busy} onClick={() => void draw(null)}>
                  {t('letters.picture.remove')}
                </TextButton>
              )}
            </div>
          )}
        </div>
      )}
      <UploadLine upload={upload} wanted={WANTED} />
      <FormProblem problem={problem} />
    </div>
  );
}
