import styles from './LogoFile.module.css';

/** Stands in for Logo where the owner has files of a logo; the build puts them into the styles. */
export function Logo({ name }: { name: string; markAt: number | null }) {
  return <span className={styles.logo} role="img" aria-label={name} translate="no" />;
}
