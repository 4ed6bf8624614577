import { useState, type ReactNode } from 'react';
import type { Legend } from '../charts/picture.ts';
import type { Drawn } from '../charts/shapes.ts';
import { More } from '../parts/More.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { useWords } from '../words.ts';
import { Download, type Rows } from './Download.tsx';
import styles from './Figure.module.css';

type Props = {
  title: string;
  /** Describes the chart in words. */
  text: string;
  legend?: Legend;
  /** Beside the sentence. */
  aside?: ReactNode;
  data: Rows;
  /** For the downloaded picture. */
  drawn: Drawn;
  children: ReactNode;
};

const SHOWN = 7;

/** One figure: its sentence, its chart or table, and both as downloads. */
export function Figure({ title, text, legend = [], aside, data, drawn, children }: Props) {
  const { t } = useWords();
  const [as, setAs] = useState<'chart' | 'table'>('chart');
  const options = (['chart', 'table'] as const).map((value) => ({ value, word: t(`figures.${value}`) }));
  return (
    <section className={styles.figure} aria-label={title}>
      <div className={styles.bar}>
        <h2>{title}</h2>
        <div className={styles.acts}>
          <Tabs label={`${title}: ${t('figures.as')}`} options={options} value={as} onChange={setAs} />
          <Download title={title} text={text} legend={legend} data={data} drawn={drawn} />
        </div>
      </div>
      <div className={styles.said}>
        <p className={styles.text}>
          {text} {aside}
        </p>
        {legend.length > 0 && (
          <ul className={styles.legend}>
            {legend.map(({ ink, name }) => (
              <li key={name} data-ink={ink}>
                {name}
              </li>
            ))}
          </ul>
        )}
      </div>
      {as === 'chart' ? children : <Data title={title} data={data} />}
    </section>
  );
}

function Data({ title, data: { columns, rows } }: { title: string; data: Rows }) {
  const [all, setAll] = useState(false);
  const classOf = (i: number) => (columns[i]?.right ? styles.right : undefined);
  return (
    <>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            {columns.map(({ head }, i) => (
              <th key={head} scope="col" className={classOf(i)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(all ? rows : rows.slice(0, SHOWN)).map(({ key, shown }) => (
            <tr key={key}>
              {columns.map(({ head }, i) => (
                <td key={head} className={classOf(i)}>
                  {shown[i]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!all && rows.length > SHOWN && <More onPress={() => setAll(true)} />}
    </>
  );
}
