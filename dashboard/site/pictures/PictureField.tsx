import type { Json } from '#contract/content/content.ts';
import { TextLink } from '../../parts/Button.tsx';
import { useWords } from '../../words.ts';
import { labelOf } from '../labels.ts';
import { ExposedHint } from './ExposedHint.tsx';
import { addressOf } from './files.ts';
import { chosenIn, PICTURE_PLACES, type PictureName } from './places.ts';
import styles from './PictureField.module.css';

type Props = {
  /** The last part of its address: `soon` of `pictures.soon`. */
  name: PictureName;
  value: Json;
  /** The page it is on, below /dashboard: `/site/pages/home`. */
  page: string;
};

/** A picture among the fields of a page, with the way to change it. */
export function PictureField({ name, value, page }: Props) {
  const words = useWords();
  const { t } = words;
  const chosen = chosenIn(value);
  const shown = chosen.dark ?? chosen.light;
  const { x, y } = shown?.focus ?? { x: 0.5, y: 0.5 };
  return (
    <div className={styles.row} data-field={PICTURE_PLACES[name].field}>
      <span className={styles.picture} data-ours={shown === null ? name : undefined}>
        {shown !== null && (
          <img src={addressOf(shown.file)} alt="" style={{ objectPosition: `${x * 100}% ${y * 100}%` }} />
        )}
      </span>
      <div>
        <p>
          {labelOf(words, { name: PICTURE_PLACES[name].field })}
          <br />
          {t(`agency.picture.${shown !== null ? 'own' : 'ours'}`)}
        </p>
        <TextLink href={`${page}/pictures/${name}`}>{t('agency.picture.change')}</TextLink>
      </div>
      <ExposedHint field={PICTURE_PLACES[name].field} chosen={chosen} className={styles.exposed} />
    </div>
  );
}
