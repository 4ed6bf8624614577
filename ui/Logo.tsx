import styles from './Logo.module.css';

/** `hasLogo`: the owner has files of a logo; the styles that come with them draw it (publisher/logo.ts). */
type LogoProps = { name: string; markAt: number | null; hasLogo?: boolean };

/**
 * The name as live text with the breve over one letter, so that a new name needs no new drawing.
 * `markAt` null puts the mark before the name. An image to screen readers: they would read it in three pieces.
 */
export function Logo({ name, markAt, hasLogo }: LogoProps) {
  return (
    <span className={hasLogo ? 'logo-file' : styles.logo} role="img" aria-label={name} translate="no">
      {hasLogo ? null : markAt === null ? (
        <>
          <Mark className={styles.before} />
          <span>{name}</span>
        </>
      ) : (
        <>
          {name.slice(0, markAt)}
          <span className={styles.letter}>
            {name.charAt(markAt)}
            <Mark className={styles.over} />
          </span>
          {name.slice(markAt + 1)}
        </>
      )}
    </span>
  );
}

function Mark({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 160 66" aria-hidden="true">
      <path className={styles.arc} d="M34 24A74 74 0 0 0 126 30" />
      <circle className={styles.bob} cx="137" cy="18" r="18.8" />
    </svg>
  );
}
