import styles from './LogoFile.module.css';

/** Replaces Logo if the owner has logo files, which the build puts into the styles. */
export function Logo({ name }: { name: string; markAt: number | null }) {
  return <span className={styles.logo} role="img" aria-label={name} translate="no" />;
}
