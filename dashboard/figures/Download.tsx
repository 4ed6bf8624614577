import type { ReactNode } from 'react';
import { chartPicture, type Legend } from '../charts/picture.ts';
import type { Drawn } from '../charts/shapes.ts';
import { TextButton } from '../parts/Button.tsx';
import { SaveIcon } from '../parts/SaveIcon.tsx';
import { closePopover, Popover } from '../parts/Popover.tsx';
import { csvOf, save } from '../save.ts';
import { useWords } from '../words.ts';
import styles from './Figure.module.css';

/** `name`: the column's heading in the file, the same in every language, so that programs can rely on it. */
export type Column = { name: string; head: string; right?: boolean };
/** The data of a figure, for its table and its file. `shown`: how the table formats a cell. */
export type Rows = {
  columns: Column[];
  rows: { key: string; file: (string | number)[]; shown: ReactNode[] }[];
};

type Props = { title: string; text: string; legend: Legend; data: Rows; drawn: Drawn };

/** Offers the figure as an image and as a table. Both files are made in the browser. */
export function Download({ title, text, legend, data, drawn }: Props) {
  const { t } = useWords();
  const table = () => [data.columns.map(({ name }) => name), ...data.rows.map(({ file }) => file)];
  return (
    <Popover
      button={{
        className: styles.icon,
        'aria-label': t('figures.take', { figure: title }),
        children: <SaveIcon />,
      }}
      align="right"
      className={styles.panel}
    >
      <TextButton
        onClick={(event) => {
          closePopover(event);
          void chartPicture({ title, text, legend, drawn }).then((png) => save(`${title}.png`, png));
        }}
      >
        {t('figures.png')}
      </TextButton>
      <TextButton
        onClick={(event) => {
          closePopover(event);
          save(`${title}.csv`, csvOf(table()));
        }}
      >
        {t('figures.csv')}
      </TextButton>
    </Popover>
  );
}
