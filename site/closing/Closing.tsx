import { PATHS } from '#contract/pages.ts';
import { PrimaryLink } from '../shell/Actions.tsx';
import { fitOf } from '../shell/fit.ts';
import styles from './Closing.module.css';

/** A question at the end of a page, with a link to answer it. */
export function Closing({ title, lead, action }: { title: string; lead: string; action: string }) {
  return (
    <section className={styles.closing}>
      <h2 data-fit={fitOf(title)}>{title}</h2>
      <div>
        <p>{lead}</p>
        <PrimaryLink href={PATHS.contact}>{action}</PrimaryLink>
      </div>
    </section>
  );
}
