import { useState } from 'react';
import { useLocation } from 'wouter';
import { inEach, type Language, LANGUAGES } from '#contract/language.ts';
import { CASE_LIMITS } from '#contract/content/limits.ts';
import { CASE_PICTURE } from '#contract/content/pictures.ts';
import { Acts, Button, TextButton } from '../../parts/Button.tsx';
import { Tick } from '../../parts/Choice.tsx';
import { TextArea } from '../../parts/Field.tsx';
import { toast } from '../../parts/toasts.ts';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { over } from '../agency/must.ts';
import { useFact } from '../use-fact.ts';
import type { Wanted } from './check-file.ts';
import { DropField } from './DropField.tsx';
import { FileButton } from './FileButton.tsx';
import { addressOf } from './files.ts';
import styles from './PicturePage.module.css';
import { UploadLine } from './UploadLine.tsx';
import { useUpload } from './use-upload.ts';

const WANTED: Wanted & { is: 'picture' } = { is: 'picture', field: 'caseStudy' };

/** The picture of the case study, and what is read aloud for it. */
export function CasePicture({ site, page }: { site: Site; page: string }) {
  const { t } = useWords();
  const [, go] = useLocation();
  const fact = useFact(site, 'caseStudy');
  const study = fact.value;
  const [file, setFile] = useState(study?.picture?.file ?? null);
  const [alt, setAlt] = useState(study?.picture?.alt ?? inEach(() => ''));
  const [isPlain, setPlain] = useState(study?.picture?.alt === null);
  const [isAsked, setAsked] = useState(false);
  const upload = useUpload(WANTED, (taken) => setFile(taken.file));
  function use(picture: NonNullable<typeof study>['picture'], said: string) {
    if (study === null) return;
    fact.set({ ...study, picture });
    fact.save();
    toast(said);
    go(page);
  }
  function press() {
    setAsked(true);
    const words = inEach((language) => alt[language].trim());
    if (file !== null && (isPlain || isSaid(words)))
      use({ file, alt: isPlain ? null : words }, t('agency.picture.used'));
  }
  return (
    <div className={styles.two}>
      <div>
        {file === null ? (
          upload.state.is === 'idle' && <DropField wanted={WANTED} onFile={upload.choose} />
        ) : (
          <>
            <img
              className={styles.cut}
              src={addressOf(file)}
              alt=""
              style={{ aspectRatio: `${CASE_PICTURE.width} / ${CASE_PICTURE.height}` }}
            />
            <FileButton wanted={WANTED} onFile={upload.choose}>
              {t('agency.picture.other')}
            </FileButton>
          </>
        )}
        <UploadLine upload={upload} wanted={WANTED} />
      </div>
      <div className={styles.side}>
        <AltFields {...{ alt, isPlain, isAsked }} onChange={setAlt} onPlain={setPlain} />
        <Acts>
          <Button off={file === null || study === null} onClick={press}>
            {t('agency.picture.use')}
          </Button>
          {study?.picture && (
            <TextButton onClick={() => use(null, t('agency.picture.removed'))}>
              {t('agency.picture.remove')}
            </TextButton>
          )}
        </Acts>
      </div>
    </div>
  );
}

type Alt = Record<Language, string>;

function isSaid(alt: Alt): boolean {
  return LANGUAGES.every((language) => alt[language] !== '' && alt[language].length <= CASE_LIMITS.alt);
}

type AltProps = {
  alt: Alt;
  /** It is decoration: nothing is read. */
  isPlain: boolean;
  /** What is missing is asked for. */
  isAsked: boolean;
  onChange: (alt: Alt) => void;
  onPlain: (isPlain: boolean) => void;
};

/** What is read aloud for the picture. */
function AltFields({ alt, isPlain, isAsked, onChange, onPlain }: AltProps) {
  const { t } = useWords();
  const fields = LANGUAGES.map((language) => (
    <TextArea
      key={language}
      low
      rows={1}
      label={`${t('agency.picture.alt')}, ${language.toUpperCase()}`}
      lang={language}
      value={alt[language]}
      error={
        isAsked && alt[language].trim() === ''
          ? t('agency.picture.altMissing')
          : over(t, alt[language], CASE_LIMITS.alt)
      }
      hint={language === LANGUAGES[0] ? t('agency.picture.altHint') : undefined}
      onChange={({ currentTarget: { value } }) => onChange({ ...alt, [language]: value })}
    />
  ));
  return (
    <>
      {!isPlain && fields}
      <Tick bare title={t('agency.picture.plain')} checked={isPlain} onChange={onPlain} />
    </>
  );
}
