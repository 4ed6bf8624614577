import type { Figures, Source } from '#contract/owner/figures.ts';
import { ranks } from '../charts/shapes.ts';
import { useWords, type UseWords } from '../words.ts';
import { Figure } from './Figure.tsx';
import type { Column, Rows } from './Download.tsx';
import styles from './Ranks.module.css';

/** `more`: a second number, shown only in the table and the file. */
type Row = { name: string; n: number; share?: string; more?: number };
type Props = {
  title: string;
  text: string;
  /** The column that is ranked, and the number it is ranked by. */
  columns: readonly [Column, Column];
  /** The column of `more`. */
  moreColumn?: Column;
  rows: readonly Row[];
};

function Ranked({ title, text, columns: [what, count], moreColumn, rows }: Props) {
  const { t, number } = useWords();
  const withShare = rows.some(({ share }) => share !== undefined);
  const data: Rows = {
    columns: [
      what,
      { ...count, right: true },
      ...(withShare ? [{ name: 'share', head: t('figures.share'), right: true }] : []),
      ...(moreColumn === undefined ? [] : [{ ...moreColumn, right: true }]),
    ],
    rows: rows.map(({ name, n, share = '', more = 0 }) => ({
      key: name,
      file: [name, n, ...(withShare ? [share] : []), ...(moreColumn === undefined ? [] : [more])],
      shown: [name, number(n), ...(withShare ? [share] : []), number(more)],
    })),
  };
  const most = Math.max(1, ...rows.map(({ n }) => n));
  const said = rows.map(({ name, n, share }) => ({ name, n, said: `${number(n)}  ${share ?? ''}`.trim() }));
  return (
    <Figure title={title} text={text} data={data} drawn={ranks(620, said)}>
      <ul className={styles.ranks}>
        {rows.map(({ name, n, share }) => (
          <li key={name}>
            <span className={styles.name}>{name}</span>
            <Rule share={n / most} />
            <span className={styles.value}>
              {number(n)}
              {withShare && <small>{share}</small>}
            </span>
          </li>
        ))}
      </ul>
    </Figure>
  );
}

/** Drawn as SVG: the CSP allows no inline style that could carry a number. */
function Rule({ share }: { share: number }) {
  const end = `${(share * 100).toFixed(1)}%`;
  return (
    <svg className={styles.rule} width="100%" height="12" aria-hidden="true">
      <line x1="0" x2="100%" y1="6" y2="6" />
      <line x1="0" x2={end} y1="6" y2="6" />
      <circle cx={end} cy="6" r="5" />
    </svg>
  );
}

export function Sources({ figures: { sources } }: { figures: Figures }) {
  const words = useWords();
  const { t, percent } = words;
  const total = sources.reduce((sum, { n }) => sum + n, 0);
  const rows = sources.map(({ source, n }) => ({
    name: nameOf(source, words),
    n,
    share: percent(n / Math.max(1, total)),
  }));
  return (
    <Ranked
      title={t('figures.sources')}
      text={total === 0 ? t('figures.emptyPeriod') : t('figures.sourcesText', { n: total })}
      columns={[
        { name: 'source', head: t('people.by.source') },
        { name: 'confirmed', head: t('figures.funnelConfirmed') },
      ]}
      rows={rows}
    />
  );
}

function nameOf(source: Source, { t }: UseWords): string {
  return source.is === 'named' ? source.name : t(`figures.${source.is}`);
}

export function Demand({ figures: { demand } }: { figures: Figures }) {
  const { t } = useWords();
  return (
    <Ranked
      title={t('figures.demand')}
      text={
        demand.length === 0
          ? t('figures.emptyPeriod')
          : t('figures.demandText', { n: demand.reduce((sum, { signedUp }) => sum + signedUp, 0) })
      }
      columns={[
        { name: 'page', head: t('figures.demandPage') },
        { name: 'asked', head: t('figures.demandAsked') },
      ]}
      moreColumn={{ name: 'signed_up', head: t('figures.demandSigned') }}
      rows={demand.map(({ page, n, signedUp }) => ({ name: t(`fields.place.${page}`), n, more: signedUp }))}
    />
  );
}

/** Shows no share of visits: they count pages, not people. */
export function Funnel({ figures: { funnel } }: { figures: Figures }) {
  const { t, percent } = useWords();
  const { visits, signups, confirmed } = funnel;
  return (
    <Ranked
      title={t('figures.funnel')}
      text={t('figures.funnelHint')}
      columns={[
        { name: 'step', head: t('figures.step') },
        { name: 'sum', head: t('figures.sum') },
      ]}
      rows={[
        { name: t('figures.funnelVisits'), n: visits },
        { name: t('figures.funnelSignups'), n: signups },
        {
          name: t('figures.funnelConfirmed'),
          n: confirmed,
          ...(signups > 0 && { share: percent(confirmed / signups) }),
        },
      ]}
    />
  );
}
