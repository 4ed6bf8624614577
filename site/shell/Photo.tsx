import type { Photo as Files } from '#contract/site.ts';
import styles from './Photo.module.css';

/** A picture of the owner, loaded when it comes near. `sizes`: how wide it is shown. */
export function Photo({ files, alt, sizes }: { files: Files; alt: string; sizes: string }) {
  const { avif, webp, src, width, height } = files;
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        className={styles.photo}
        src={src}
        srcSet={webp}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
