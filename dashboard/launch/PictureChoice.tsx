import { useEffect, useRef, useState, type FocusEvent } from 'react';
import type { LetterPicture } from '#contract/announcement.ts';
import { LETTER_PICTURE } from '#contract/content/pictures.ts';
import type { PictureDrawn, Purpose } from '#contract/owner/launch.ts';
import { TextButton } from '../parts/Button.tsx';
import { Warn } from '../parts/Warn.tsx';
import { newKey, request } from '../request.ts';
import { Collision } from '../site/autosave/Collision.tsx';
import { useAutosave } from '../site/autosave/use-autosave.ts';
import type { Site } from '../site/draft.ts';
import { labelOf } from '../site/labels.ts';
import type { Wanted } from '../site/pictures/check-file.ts';
import { FileButton } from '../site/pictures/FileButton.tsx';
import { addressOf } from '../site/pictures/files.ts';
import { UploadLine } from '../site/pictures/UploadLine.tsx';
import { useUpload } from '../site/pictures/use-upload.ts';
import { useWords, type UseWords } from '../words.ts';
import { pathOf } from './announcement.ts';
import styles from './WordsPage.module.css';

const WANTED: Wanted = { is: 'picture', least: LETTER_PICTURE.least };
const FIELD = 'picture';
/** A publisher has a minute, and others may be before it. */
const DRAW_MS = 120_000;

type Props = { purpose: Purpose; picture: LetterPicture | null; site: Site };

/** The picture of an announcement: drawn by the server, and saved as a field of its words. */
export function PictureChoice({ purpose, picture, site }: Props) {
  const words = useWords();
  const { t } = words;
  const autosave = useAutosave();
  const save = (next: LetterPicture | null) => {
    const base = { revision: site.row(FIELD)?.revision ?? 0, value: site.valueOf(FIELD) };
    autosave.write(FIELD, next, base);
    autosave.save(FIELD);
  };
  /** The name of a file that did not load. */
  const [gone, setGone] = useState<string | null>(null);
  const upload = useUpload(WANTED, async ({ file }, signal) => {
    const asked = { body: { file }, key: newKey(), signal, patience: DRAW_MS };
    const drawn = await request<PictureDrawn>(pathOf(purpose, '/picture'), asked);
    // Stopped meanwhile: what was drawn is not part of the letter yet.
    if (signal.aborted) return;
    save(drawn);
    setGone(null);
  });
  const { isLocked } = site;
  const isUnderWay = upload.state.is === 'sending' || upload.state.is === 'looking';
  const group = useFocusKept(`${isUnderWay} ${picture?.file}`);
  if (isLocked && picture === null) return null;
  const label = labelOf(words, { name: FIELD });
  return (
    <div {...group} className={styles.picture} role="group" aria-label={label}>
      <div className={styles.chosen} data-field={FIELD}>
        {picture === null || picture.file === gone ? (
          <i />
        ) : (
          <img src={addressOf(picture.file)} alt="" onError={() => setGone(picture.file)} />
        )}
        <p>
          <b>{label}</b>
          {picture === null ? t('letters.picture.hint') : sayInside(words, picture)}
        </p>
        {!isLocked && !isUnderWay && (
          <div className={styles.acts}>
            <FileButton wanted={WANTED} look={picture === null ? 'small' : 'text'} onFile={upload.choose}>
              {t(picture === null ? 'letters.picture.choose' : 'letters.picture.change')}
            </FileButton>
            {picture !== null && (
              <TextButton
                onClick={() => {
                  upload.stop();
                  save(null);
                }}
              >
                {t('letters.picture.remove')}
              </TextButton>
            )}
          </div>
        )}
      </div>
      {picture !== null && picture.file === gone && !isUnderWay && <Warn>{t('letters.picture.gone')}</Warn>}
      <UploadLine upload={upload} wanted={WANTED} bare={!isUnderWay} />
      <Collision site={site} names={NAMES} />
    </div>
  );
}

const NAMES = [FIELD];

function sayInside({ t, size }: UseWords, { width, height, bytes }: LetterPicture): string {
  return t('letters.picture.inside', { w: String(width), h: String(height), size: size(bytes) });
}

/** The pressed button goes with its stage: the focus stays with the group, not on a button that a held-down key would press. */
function useFocusKept(stage: string) {
  const group = useRef<HTMLDivElement>(null);
  const isWithin = useRef(false);
  const known = useRef(stage);
  useEffect(() => {
    const isOver = known.current !== stage;
    known.current = stage;
    if (isOver && isWithin.current && document.activeElement === document.body) group.current?.focus();
  }, [stage]);
  return {
    ref: group,
    tabIndex: -1,
    onFocus: () => void (isWithin.current = true),
    // Null: it goes nowhere, as from a button that is gone.
    onBlur: ({ relatedTarget }: FocusEvent) => void (isWithin.current &&= relatedTarget === null),
  };
}
