import { useState } from 'react';
import type { Case } from '#contract/content/facts.ts';
import { CASE_LIMITS } from '#contract/content/limits.ts';
import { CASE_CROPS, isSoft, LEAST, type Size } from '#contract/content/pictures.ts';
import { inEach, LANGUAGES, type Language } from '#contract/language.ts';
import { TextButton } from '../../parts/Button.tsx';
import { Tick } from '../../parts/Choice.tsx';
import { Dialog, DialogActs } from '../../parts/Dialog.tsx';
import { TextArea } from '../../parts/Field.tsx';
import { useWords } from '../../words.ts';
import { over } from '../agency/must.ts';
import { StatusSign } from '../StatusSign.tsx';
import styles from './CasePictures.module.css';
import type { Wanted } from './check-file.ts';
import { Crops } from './Crops.tsx';
import { DropField } from './DropField.tsx';
import { FileButton } from './FileButton.tsx';
import { addressOf } from './files.ts';
import { FocalRing } from './FocalRing.tsx';
import { UploadLine } from './UploadLine.tsx';
import { useUpload } from './use-upload.ts';

type Picture = Case['pictures'][number];

const WANTED: Wanted & { is: 'picture' } = { is: 'picture', least: LEAST.cases };
const SHAPES = { wide: CASE_CROPS['16x9'], tall: CASE_CROPS['4x5'], home: CASE_CROPS['4x3'] };

type Props = {
  /** Of the client. */
  name: string;
  at: string;
  value: readonly Picture[];
  /** The languages in which a description is needed. */
  told: readonly Language[];
  onChange: (pictures: Picture[]) => void;
};

/** The pictures of a case, and room for one more; a press opens it. They go with the case when its place changes. */
export function CasePictures({ name, at, value, told, onChange }: Props) {
  const { t } = useWords();
  const [opened, open] = useState<number | null>(null);
  const slots = Math.min(value.length + 1, CASE_LIMITS.pictures);
  return (
    <div className={styles.pictures} role="group" aria-label={t('agency.facts.pictures')}>
      {Array.from({ length: slots }, (_slot, n) => {
        const picture = value[n];
        return (
          <div key={n} data-field="cases" data-at={`${at}[${n}]`}>
            <button
              type="button"
              data-none={picture === undefined || undefined}
              aria-label={t(picture ? 'agency.facts.pictureOf' : 'agency.facts.noPicture', {
                name,
                n: n + 1,
              })}
              onClick={() => open(n)}
            >
              {picture ? <img src={addressOf(picture.file)} alt="" /> : t('agency.picture.add')}
            </button>
          </div>
        );
      })}
      {opened !== null && (
        <PictureDialog
          picture={value[opened] ?? null}
          told={told}
          onClose={() => open(null)}
          onChange={(picture) => {
            onChange(picture ? replaced(value, opened, picture) : value.toSpliced(opened, 1));
            if (picture === null) open(null);
          }}
        />
      )}
    </div>
  );
}

function replaced(all: readonly Picture[], n: number, picture: Picture): Picture[] {
  return all.toSpliced(n, 1, picture);
}

type DialogProps = {
  picture: Picture | null;
  told: readonly Language[];
  onClose: () => void;
  onChange: (picture: Picture | null) => void;
};

/** Its file, its focal point and what is read aloud for it, each saved as it is chosen. */
function PictureDialog({ picture, told, onClose, onChange }: DialogProps) {
  const { t } = useWords();
  const [size, setSize] = useState<Size | null>(null);
  const [isNew, setNew] = useState(false);
  const upload = useUpload(WANTED, ({ file }) => {
    setNew(true);
    onChange({ file, focus: { x: 0.5, y: 0.5 }, alt: picture === null ? inEach(() => '') : picture.alt });
  });
  const src = picture && addressOf(picture.file);
  return (
    <Dialog title={t('agency.picture.title')} onClose={onClose}>
      <div className={styles.dialog}>
        {picture === null || src === null ? (
          upload.state.is === 'idle' && <DropField wanted={WANTED} onFile={upload.choose} />
        ) : (
          <>
            <p className={styles.hint}>{t('agency.picture.focusText')}</p>
            <FocalRing
              src={src}
              focus={picture.focus}
              takesFocus={isNew}
              onMove={(focus) => onChange({ ...picture, focus })}
              onSize={setSize}
            />
            {size && isSoft(size, 'cases') && (
              <StatusSign is="warn">
                {t('agency.picture.soft', { w: String(size.width), h: String(size.height) })}
              </StatusSign>
            )}
            {size && <Crops shapes={SHAPES} src={src} size={size} focus={picture.focus} />}
            <FileButton wanted={WANTED} onFile={upload.choose}>
              {t('agency.picture.other')}
            </FileButton>
            <AltFields alt={picture.alt} told={told} onChange={(alt) => onChange({ ...picture, alt })} />
          </>
        )}
        <UploadLine upload={upload} wanted={WANTED} />
      </div>
      <DialogActs>
        <TextButton onClick={onClose}>{t('common.close')}</TextButton>
        {picture && <TextButton onClick={() => onChange(null)}>{t('agency.picture.remove')}</TextButton>}
      </DialogActs>
    </Dialog>
  );
}

type AltProps = {
  alt: Picture['alt'];
  told: readonly Language[];
  onChange: (alt: Picture['alt']) => void;
};

/** What is read aloud for the picture; null: it is decoration. */
function AltFields({ alt, told, onChange }: AltProps) {
  const { t } = useWords();
  const [before, setBefore] = useState(inEach(() => ''));
  return (
    <>
      {alt !== null &&
        LANGUAGES.map((language) => (
          <TextArea
            key={language}
            low
            rows={1}
            label={`${t('agency.picture.alt')}, ${language.toUpperCase()}`}
            lang={language}
            value={alt[language]}
            error={over(t, alt[language], CASE_LIMITS.alt)}
            warn={alt[language] === '' && told.includes(language) && t('agency.picture.altMissing')}
            hint={language === LANGUAGES[0] ? t('agency.picture.altHint') : undefined}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...alt, [language]: value.replaceAll('\n', ' ') })
            }
            onBlur={() => onChange(inEach((one) => alt[one].trim()))}
          />
        ))}
      <Tick
        bare
        title={t('agency.picture.plain')}
        checked={alt === null}
        onChange={(isPlain) => {
          if (alt !== null) setBefore(alt);
          onChange(isPlain ? null : before);
        }}
      />
    </>
  );
}
