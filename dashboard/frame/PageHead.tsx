import { useEffect, type ReactNode } from 'react';
import { brand } from '../brand.ts';
import { LeftIcon } from '../parts/icons.tsx';
import { useNow } from '../now.ts';
import { useWords } from '../words.ts';
import { Link } from 'wouter';
import { useArrival } from './arrival.ts';
import styles from './PageHead.module.css';

type Props = {
  /** The one h1. */
  title: ReactNode;
  /** The browser tab's title, where the heading is not text or says too little. */
  tab?: string;
  /** A small line over the heading: a date, a count. */
  over?: ReactNode;
  /** The way back, shown instead of that line: a path and the name of its page. */
  back?: { href: string; page: string };
  /** The stage of a view that moves on by itself. */
  stage?: string;
  /** Links at the right; at most one solid button per view. */
  acts?: ReactNode;
  /** The page is still loading, and its data brings its own head. */
  waits?: boolean;
};

/** The head of a page. After a navigation the heading takes the focus, which announces the page. */
export function PageHead({ title, tab, over, back, stage, acts, waits = false }: Props) {
  const { t } = useWords();
  const heading = useArrival(waits, stage);
  useTabTitle(tab ?? (typeof title === 'string' ? title : ''));
  return (
    <header className={styles.head}>
      <div className={styles.grow}>
        <p className={styles.over}>
          {back ? (
            <Link href={back.href}>
              <LeftIcon /> {t('common.backTo', { page: back.page })}
            </Link>
          ) : (
            over
          )}
        </p>
        <h1 ref={heading} className={styles.title} tabIndex={-1}>
          {title}
        </h1>
      </div>
      {acts && <div className={styles.acts}>{acts}</div>}
    </header>
  );
}

/** `Today · name`, with the number of unread messages before it. */
function useTabTitle(page: string): void {
  const { t } = useWords();
  const n = useNow()?.unread ?? 0;
  const { name } = brand();
  const title = n > 0 ? t('meta.titleUnread', { n, page, name }) : t('meta.title', { page, name });
  useEffect(() => {
    document.title = title;
  }, [title]);
}
