import { table } from '../page/report.ts';
import type { Grown } from './growth.ts';

type Row = {
  name: string;
  key: Exclude<keyof Grown, 'rows'>;
  unit: string;
  /** At every size. Against the first column: a ratio, or MiB more. `seconds` alone stand for themselves. */
  goal: { atMost: number } | { atLeast: number } | { moreAtMost: number } | { seconds: number } | null;
};

const ROWS: Row[] = [
  { name: 'insert, one after the other, p50', key: 'p50Ms', unit: 'ms', goal: { atMost: 1.5 } },
  { name: 'insert, one after the other, p99', key: 'p99Ms', unit: 'ms', goal: null },
  { name: 'insert, 64 at once', key: 'perSecond', unit: 'rows/s', goal: { atLeast: 0.3 } },
  { name: 'lookup of one address', key: 'lookupMs', unit: 'ms', goal: { atMost: 1.5 } },
  { name: 'list, first page', key: 'listMs', unit: 'ms', goal: { atMost: 1.5 } },
  { name: 'list of a state that only ten are in', key: 'fewMs', unit: 'ms', goal: { atMost: 1.5 } },
  { name: 'count', key: 'countMs', unit: 'ms', goal: { atMost: 1.5 } },
  { name: 'export, 1 000 rows', key: 'exportMs', unit: 'ms', goal: { atMost: 1.25 } },
  {
    name: 'export, most memory of the process (RSS)',
    key: 'exportMiB',
    unit: 'MiB',
    goal: { moreAtMost: 100 },
  },
  { name: 'backup', key: 'backupSeconds', unit: 's', goal: null },
  { name: 'restore to an empty machine', key: 'restoreSeconds', unit: 's', goal: { seconds: 300 } },
];

/** How times and memory change with the number of addresses. */
export function reportGrowth(grown: readonly Grown[]): string {
  const head = ['figure', ...grown.map(({ rows }) => `${rows} rows`), 'goal at every size', ''];
  return [
    '## Growth of the list (SQLite)',
    'Medians, of backup and restore one try; in brackets the ratio to the first column. An insert is a subscription with its receipt and its mail in the outbox, in the real store, fsynced; 1 000 one after the other and then 20 000 by 64 at once come to the rows there. Lookup, list, count, export, backup and restore are those of `npm run embreve`. The memory is that of `npm run embreve -- subscribers export` as a process of its own.',
    table(
      head,
      ROWS.map((row) => cellsOf(row, grown)),
    ),
  ].join('\n\n');
}

function cellsOf({ name, key, unit, goal }: Row, grown: readonly Grown[]): string[] {
  const values = grown.map((one) => one[key]);
  const first = values[0] ?? Number.NaN;
  const cells = values.map((value, i) =>
    i === 0 ? `${short(value)} ${unit}` : `${short(value)} (${short(value / first)})`,
  );
  return [name, ...cells, goalText(goal), verdict(goal, values, first)];
}

function goalText(goal: Row['goal']): string {
  if (goal === null) return '';
  if ('seconds' in goal) return `at most ${goal.seconds} s`;
  if ('moreAtMost' in goal) return `at most ${goal.moreAtMost} MiB more`;
  return 'atMost' in goal ? `at most × ${goal.atMost}` : `at least × ${goal.atLeast}`;
}

function verdict(goal: Row['goal'], values: readonly number[], first: number): string {
  if (goal === null) return '';
  const met = values.every((value) => {
    if ('seconds' in goal) return value <= goal.seconds;
    if ('moreAtMost' in goal) return value - first <= goal.moreAtMost;
    return 'atMost' in goal ? value / first <= goal.atMost : value / first >= goal.atLeast;
  });
  return met ? 'met' : '**missed**';
}

function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(2);
}
