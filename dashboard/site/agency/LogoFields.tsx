import { useEffect, useState } from 'react';
import { GROUNDS, THEMES, type Theme } from '#contract/content/accent.ts';
import { LOGO_HEIGHT } from '#contract/content/pictures.ts';
import { Logo } from '#ui/Logo.tsx';
import { keepPlace } from '../../frame/arrival.ts';
import { Acts, TextButton } from '../../parts/Button.tsx';
import { Warn } from '../../parts/Warn.tsx';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import type { Wanted } from '../pictures/check-file.ts';
import { FileButton } from '../pictures/FileButton.tsx';
import { addressOf } from '../pictures/files.ts';
import { UploadLine } from '../pictures/UploadLine.tsx';
import { useUpload } from '../pictures/use-upload.ts';
import { useFact } from '../use-fact.ts';
import { accentStyle } from './Accent.tsx';
import styles from './LogoFields.module.css';
import { vanishes } from './vanishes.ts';

const WANTED: Wanted = { is: 'logo' };
const IN_ORDER = ['light', 'dark'] as const;

/** The owner's logo, for both themes or one for each; without one the name is set. */
export function LogoFields({ site }: { site: Site }) {
  const { t } = useWords();
  const { value, set, save } = useFact(site, 'brand.logo');
  /** The theme whose file is chosen; null: both. */
  const [theme, setTheme] = useState<Theme | null>(null);
  const hidden = useVanishing(value);
  const upload = useUpload(WANTED, ({ file }) => {
    const both = { dark: { file }, light: { file } };
    set(value === null || theme === null ? both : { ...value, [theme]: { file } });
    save();
  });
  const choose = (of: Theme | null) => (file: File) => {
    setTheme(of);
    upload.choose(file);
  };
  return (
    <div>
      <div className={styles.boxes}>
        {IN_ORDER.map((one) => (
          <LogoBox
            key={one}
            site={site}
            theme={one}
            file={value?.[one].file ?? null}
            isGone={hidden.has(one)}
            onFile={choose(one)}
          />
        ))}
      </div>
      <UploadLine upload={upload} wanted={WANTED} />
      <Acts>
        {value === null ? (
          <FileButton wanted={WANTED} onFile={choose(null)}>
            {t('agency.picture.choose')}
          </FileButton>
        ) : (
          <TextButton
            onClick={() => {
              set(null);
              save();
              setTimeout(requestAnimationFrame, 0, keepPlace);
            }}
          >
            {t('brand.logoRemove')}
          </TextButton>
        )}
        <span className={styles.kinds}>{t('brand.logoKinds', { h: LOGO_HEIGHT })}</span>
      </Acts>
    </div>
  );
}

type BoxProps = {
  site: Site;
  theme: Theme;
  /** Null: the name is set. */
  file: string | null;
  isGone: boolean;
  onFile: (file: File) => void;
};

/** The logo on a theme. */
function LogoBox({ site, theme, file, isGone, onFile }: BoxProps) {
  const { t } = useWords();
  const { value: name } = useFact(site, 'brand.name');
  const { value: markAt } = useFact(site, 'brand.markAt');
  const { value: accent } = useFact(site, 'brand.accent');
  return (
    <div data-theme={theme} style={accentStyle(accent, theme)}>
      <small>{t(theme === 'light' ? 'brand.logoLight' : 'brand.logoDark')}</small>
      {file === null ? (
        <>
          <span className={styles.set}>
            <Logo name={name} markAt={markAt} />
          </span>
          <small>{t('brand.set')}</small>
        </>
      ) : (
        <>
          <img src={addressOf(file)} alt={name} />
          <div className={styles.own}>
            <small>{t('brand.own')}</small>
            {isGone && <Warn role="alert">{t('brand.logoGone')}</Warn>}
            <FileButton wanted={WANTED} onFile={onFile} label={t(`brand.logoChoose.${theme}`)}>
              {t('agency.picture.other')}
            </FileButton>
          </div>
        </>
      )}
    </div>
  );
}

/** The themes on which the logo can hardly be seen. */
function useVanishing(logo: Record<Theme, { file: string }> | null): ReadonlySet<Theme> {
  const [gone, setGone] = useState<ReadonlySet<Theme>>(new Set());
  const [dark, light] = [logo?.dark.file, logo?.light.file];
  useEffect(() => {
    let isMeant = true;
    const files: Record<Theme, string | undefined> = { dark, light };
    async function look() {
      const found = new Set<Theme>();
      for (const theme of THEMES) {
        const file = files[theme];
        const pixels = file === undefined ? null : await pixelsOf(addressOf(file));
        if (pixels !== null && vanishes(pixels, GROUNDS[theme][0])) found.add(theme);
      }
      if (isMeant) setGone(found);
    }
    void look();
    return () => {
      isMeant = false;
    };
  }, [dark, light]);
  return gone;
}

/** Of the picture, small; null: the browser cannot read it. */
async function pixelsOf(address: string): Promise<Uint8ClampedArray | null> {
  const image = new Image();
  image.src = address;
  const isThere = await image.decode().then(
    () => true,
    () => false,
  );
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [160, 48];
  const context = canvas.getContext('2d');
  if (!isThere || context === null) return null;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height).data;
}
