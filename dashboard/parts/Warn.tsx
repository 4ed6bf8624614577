import type { ComponentProps } from 'react';
import mark from '#ui/ErrorMark.module.css';
import styles from './Warn.module.css';

/** A sentence under a field that warns, but never blocks. */
export function Warn(props: Omit<ComponentProps<'p'>, 'className'>) {
  return <p {...props} className={`${mark.mark} ${styles.warn}`} />;
}
