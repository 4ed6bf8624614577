import type { Size } from '#contract/content/pictures.ts';
import { useWords } from '../../words.ts';
import { positionIn, type Point } from './crops.ts';
import type { Crop } from './places.ts';
import styles from './Crops.module.css';

type Props = { shapes: Partial<Record<Crop, Size>>; src: string; size: Size; focus: Point };

/** The picture as each place of the site cuts it; it follows the ring at once. */
export function Crops({ shapes, src, size, focus }: Props) {
  const { t } = useWords();
  return (
    <div className={styles.crops}>
      {Object.entries(shapes).map(([crop, { width, height }]) => {
        // The share card is the middle of the wide crop.
        const shape = crop === 'share' && shapes.wide ? shapes.wide : { width, height };
        return (
          <figure key={crop}>
            <span className={styles.crop} style={{ aspectRatio: `${width} / ${height}` }}>
              <img
                src={src}
                alt=""
                style={{
                  aspectRatio: `${shape.width} / ${shape.height}`,
                  objectPosition: positionIn(size, shape, focus),
                }}
              />
            </span>
            <figcaption>{t(`agency.picture.crop.${crop as Crop}`)}</figcaption>
          </figure>
        );
      })}
    </div>
  );
}
