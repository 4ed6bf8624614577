import { Breve } from '#ui/Breve.tsx';
import type { CaseShape } from '#contract/content/pictures.ts';
import type { CasePicture } from '#contract/site.ts';
import { useLanguage } from '../language/use-language.ts';
import styles from './CasePhoto.module.css';

type Props = {
  picture: CasePicture | null;
  /** In wide windows, and on phones. */
  shape: CaseShape;
  tall: CaseShape;
  /** In CSS, its displayed width in wide windows. */
  wide: string;
  className?: string | undefined;
  /** It is seen first. */
  first?: boolean;
};

/** A case’s picture; without one, an arc in its place. */
export function CasePhoto({ picture, shape, tall, wide, className = '', first = false }: Props) {
  const { language } = useLanguage();
  const frame = `${styles.frame} ${className}`;
  const shapes = { 'data-shape': shape, 'data-tall': tall };
  if (picture === null)
    return (
      <span className={frame} {...shapes}>
        <Breve swing="rest" />
      </span>
    );
  const { avif, src, alt } = picture;
  return (
    <picture className={frame} {...shapes}>
      {shape !== tall && (
        <source type="image/avif" media="(min-width: 48rem)" srcSet={avif[shape]} sizes={wide} />
      )}
      <source
        type="image/avif"
        srcSet={avif[tall]}
        sizes={shape === tall ? `(min-width: 48rem) ${wide}, 100vw` : undefined}
      />
      <img
        src={src}
        alt={alt?.[language] ?? ''}
        loading={first ? undefined : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  );
}
