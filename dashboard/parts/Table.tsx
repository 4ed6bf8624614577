// A table loses its roles when `display` changes: they are written out.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import hidden from '#ui/hidden.module.css';
import styles from './Table.module.css';

export type Column<R> = {
  head: string;
  /** The column head is for screen readers only. */
  silent?: boolean;
  cell: (row: R) => ReactNode;
  /** On phones: at the right end of the second line, or on a line of its own. */
  fold?: 'push' | 'full';
  /** A number, aligned right. */
  right?: boolean;
  /** This column names the row, although it is not the first: on phones it comes first. */
  name?: boolean;
};

type Props<R> = {
  label: string;
  /** One column names the row, the first by default: on phones it gets its own line. */
  columns: readonly Column<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string | number;
  /** The row's link target: the first cell becomes the link, which covers the row. J, K and Enter move. */
  href?: (row: R) => string;
};

/** Stacks below 60rem. Roles are in the markup because `display` would remove them. */
export function Table<R>({ label, columns, rows, keyOf, href }: Props<R>) {
  const named = Math.max(
    0,
    columns.findIndex(({ name }) => name),
  );
  const classOf = ({ fold, right }: Column<R>, first: boolean) =>
    [first ? styles.who : '', fold ? styles[fold] : '', right ? styles.right : ''].join(' ');
  return (
    <table className={styles.table} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.head}
              role="columnheader"
              scope="col"
              className={column.right ? styles.right : ''}
            >
              <span className={column.silent ? hidden.hidden : ''}>{column.head}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row" data-link={href ? '' : undefined}>
            {columns.map((column, i) => (
              <td key={column.head} role="cell" className={classOf(column, i === named)}>
                {href && i === named ? (
                  <Link href={href(row)} data-row="">
                    {column.cell(row)}
                  </Link>
                ) : (
                  column.cell(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
