import { useState } from 'react';
import { useLocation } from 'wouter';
import type { FactKey, PictureFact } from '#contract/content/facts.ts';
import { isSoft, LEAST, type Size } from '#contract/content/pictures.ts';
import { Acts, Button, TextButton } from '../../parts/Button.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { toast } from '../../parts/toasts.ts';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { StatusSign } from '../StatusSign.tsx';
import { useFact } from '../use-fact.ts';
import type { Wanted } from './check-file.ts';
import { Crops } from './Crops.tsx';
import { DropField } from './DropField.tsx';
import { ExposedHint } from './ExposedHint.tsx';
import { FileButton } from './FileButton.tsx';
import { addressOf } from './files.ts';
import { FocalRing } from './FocalRing.tsx';
import styles from './PicturePage.module.css';
import { chosenIn, PICTURE_PLACES, valueOf, type Chosen, type PictureName } from './places.ts';
import type { Theme } from '#contract/content/accent.ts';
import { UploadLine } from './UploadLine.tsx';
import { useUpload } from './use-upload.ts';

type Props = { site: Site; name: PictureName; page: string };

/** Not this picture only: the values of all slots and covers are pictures. */
type SlotKey = Exclude<(typeof PICTURE_PLACES)[PictureName]['field'], 'people'> & FactKey;

/** The picture of a slot, or of a cover, and what each of its crops shows. */
export function SlotPicture({ site, name, page }: Props) {
  const { t } = useWords();
  const [, go] = useLocation();
  const { themed } = PICTURE_PLACES[name];
  const { chosen, setChosen, isNew, at, show, split, fact, upload, wanted } = useChosen(site, name);
  const shown = chosen[at];
  const first = chosen.dark ?? chosen.light;
  function use(next: Chosen, said: string) {
    fact.set(valueOf(next, themed) as typeof fact.value);
    fact.save();
    toast(said);
    go(page);
  }
  return (
    <div className={styles.two}>
      <div>
        {shown === null ? (
          <>
            {upload.state.is === 'idle' && <DropField wanted={wanted} onFile={upload.choose} />}
            <UploadLine upload={upload} wanted={wanted} />
          </>
        ) : (
          <Aimed
            name={name}
            picture={shown}
            isNew={isNew}
            onMove={(focus) => setChosen({ ...chosen, [at]: { ...shown, focus } })}
          />
        )}
      </div>
      {first !== null && (
        <div className={styles.side}>
          {themed && <Themes each={chosen.each} onChange={split} />}
          {(chosen.each ? (['light', 'dark'] as const) : [at]).map((one) => (
            <Thumb
              key={one}
              picture={chosen[one]}
              theme={chosen.each ? one : null}
              isChosen={chosen.each && one === at}
              onShow={() => show(one)}
              wanted={wanted}
              onFile={(file) => {
                show(one);
                upload.choose(file);
              }}
            />
          ))}
          {shown !== null && <UploadLine upload={upload} wanted={wanted} />}
          <ExposedHint field={PICTURE_PLACES[name].field} chosen={chosen} className={styles.exposed} />
          <Acts>
            <Button onClick={() => use(chosen, t('agency.picture.used'))}>{t('agency.picture.use')}</Button>
            <TextButton onClick={() => use(NONE, t('agency.picture.removed'))}>
              {t('agency.picture.remove')}
            </TextButton>
          </Acts>
        </div>
      )}
    </div>
  );
}

/** The pictures as they are chosen, and the one whose point is shown. Nothing is saved yet. */
function useChosen(site: Site, name: PictureName) {
  const { field } = PICTURE_PLACES[name];
  const fact = useFact(site, field as SlotKey);
  const [chosen, setChosen] = useState<Chosen>(() => chosenIn(fact.value));
  const [theme, show] = useState<Theme>('dark');
  const at = chosen.each ? theme : 'dark';
  const wanted: Wanted & { is: 'picture' } = { is: 'picture', least: LEAST[field] };
  const [isNew, setNew] = useState(false);
  const upload = useUpload(wanted, ({ file }) => {
    setChosen({ ...chosen, [at]: { file, focus: { x: 0.5, y: 0.5 } } });
    setNew(true);
  });
  function split(each: boolean) {
    const { dark, light } = chosen;
    setChosen(
      each ? { each, dark: dark ?? light, light: light ?? dark } : { each, dark: chosen[at], light: null },
    );
    show('dark');
  }
  return { chosen, setChosen, isNew, at, show, split, fact, upload, wanted } as const;
}

const NONE: Chosen = { each: false, dark: null, light: null };

function Themes({ each, onChange }: { each: boolean; onChange: (each: boolean) => void }) {
  const { t } = useWords();
  return (
    <div>
      <p className={styles.label}>{t('agency.picture.themes')}</p>
      <Tabs
        label={t('agency.picture.themes')}
        value={each ? 'each' : 'both'}
        options={(['both', 'each'] as const).map((value) => ({ value, word: t(`agency.picture.${value}`) }))}
        onChange={(value) => onChange(value === 'each')}
      />
    </div>
  );
}

type AimedProps = {
  name: PictureName;
  picture: PictureFact;
  /** It was just chosen: the button that took it is gone. */
  isNew: boolean;
  onMove: (focus: PictureFact['focus']) => void;
};

function Aimed({ name, picture, isNew, onMove }: AimedProps) {
  const { t } = useWords();
  const [size, setSize] = useState<Size | null>(null);
  const src = addressOf(picture.file);
  return (
    <>
      <h2 className={styles.heading}>{t('agency.picture.focus')}</h2>
      <p className={styles.hint}>{t('agency.picture.focusText')}</p>
      <FocalRing src={src} focus={picture.focus} takesFocus={isNew} onMove={onMove} onSize={setSize} />
      {size && isSoft(size, PICTURE_PLACES[name].field) && (
        <p className={styles.soft} role="status">
          <StatusSign is="warn">
            {t('agency.picture.soft', { w: String(size.width), h: String(size.height) })}
          </StatusSign>
        </p>
      )}
      {size && <Crops shapes={PICTURE_PLACES[name].crops} src={src} size={size} focus={picture.focus} />}
    </>
  );
}

type ThumbProps = {
  picture: PictureFact | null;
  /** Null: it is shown in both. */
  theme: Theme | null;
  isChosen: boolean;
  onShow: () => void;
  wanted: Wanted & { is: 'picture' };
  onFile: (file: File) => void;
};

/** A theme's picture, small: pressed, its focal point is shown. */
function Thumb({ picture, theme, isChosen, onShow, wanted, onFile }: ThumbProps) {
  const { t } = useWords();
  const [size, setSize] = useState<Size | null>(null);
  const title = t(`agency.picture.${theme === null ? 'own' : theme === 'light' ? 'forLight' : 'forDark'}`);
  return (
    <div className={styles.thumb}>
      <button type="button" aria-label={title} aria-pressed={isChosen} onClick={onShow}>
        {picture && (
          <img
            src={addressOf(picture.file)}
            alt=""
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setSize({ width, height })
            }
          />
        )}
      </button>
      <div>
        <p>
          {title}
          <br />
          {size && t('agency.picture.size', { w: String(size.width), h: String(size.height) })}
        </p>
        <FileButton wanted={wanted} onFile={onFile} label={`${title}: ${t('agency.picture.other')}`}>
          {t('agency.picture.other')}
        </FileButton>
      </div>
    </div>
  );
}
