import styles from './TokenPage.module.css';

const ADDRESS = '%ADDRESS%';

/** A sentence about the person's address, which stands out in it. */
export function Addressed({ text }: { text: string }) {
  const [before, after] = text.split(ADDRESS);
  return (
    <p className={styles.text}>
      {before}
      {after !== undefined && (
        <span className={styles.address} translate="no">
          {ADDRESS}
        </span>
      )}
      {after}
    </p>
  );
}
