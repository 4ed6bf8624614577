import type { PhotoFiles as Files } from '#contract/site.ts';
import styles from './Photo.module.css';

/** An owner's picture, lazily loaded. `sizes`: its displayed width. */
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
