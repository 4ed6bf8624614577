import { fitOf } from '../shell/fit.ts';
import styles from './Steps.module.css';

type Props = {
  steps: readonly { name: string; text: string }[];
  /** Of their names, below the heading before them. */
  level: 'h2' | 'h3';
};

/** Three positions of one wide swing. */
export function Steps({ steps, level: Name }: Props) {
  return (
    <div className={styles.method}>
      <svg className={styles.swing} viewBox="0 0 1280 112" aria-hidden="true">
        <path d="M14 14.5A2402 2402 0 0 0 1266 14.5" />
        <circle cx="14" cy="14.5" r="13.5" />
        <circle cx="640" cy="97.5" r="13.5" />
        <circle cx="1266" cy="14.5" r="14" />
      </svg>
      <ol className={styles.steps}>
        {steps.map(({ name, text }) => (
          <li key={name}>
            <Name data-fit={fitOf(name)}>{name}</Name>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
