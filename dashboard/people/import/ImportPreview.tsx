import { type ImportLine, IMPORT_CONSENTS, type ImportConsent } from '#contract/owner/people.ts';
import hidden from '#ui/hidden.module.css';
import { Acts, Button, TextButton } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Lead, Muted } from '../../parts/layout.tsx';
import layout from '../../parts/layout.module.css';
import { Across, Pair } from '../../parts/Pairs.tsx';
import { Table, type Column } from '../../parts/Table.tsx';
import { save } from '../../save.ts';
import { useWords, type UseWords } from '../../words.ts';
import { headingIn } from './heading.ts';
import styles from './Import.module.css';
import { fateIn, isNoAddress, leftOutCsv } from './left-out.ts';
import { Questions } from './Questions.tsx';
import type { ImportTally } from './run.ts';
import type { ImportState, ImportAnswers, useImport } from './use-import.ts';

const AN_HOUR = 200;

type List = ReturnType<typeof useImport>;
type Props = Omit<Extract<ImportState, { is: 'preview' }>, 'is'> & { list: List };

/** Shows what the import would do; nothing is stored yet. */
export function ImportPreview({ file, said, tally, isStale, list }: Props) {
  const words = useWords();
  const { t } = words;
  const { counts, rows, leftOut } = tally;
  const comes = counts.added + counts.confirmed + counts.joined;
  const asked = tally.columns.filter(({ isOpen }) => isOpen);
  const open = asked.filter((column) => !said.answers.some(({ place }) => place === column.place)).length;
  const say = (next: Partial<ImportAnswers>) => list.look(file, { ...said, ...next }, tally);
  return (
    <>
      <Lead>
        {t('import.file', { file: file.name, rows: t('import.rows', { n: rows }) })}.{' '}
        <Muted>{t('import.preview')}</Muted>
      </Lead>
      <Sums tally={tally} isStale={isStale} />
      <div className={styles.preview}>
        <section>
          <h2 className={styles.heading}>{t('import.how')}</h2>
          <How consent={said.consent} added={counts.added} onChange={(consent) => say({ consent })} />
          <Notes tally={tally} />
        </section>
        {asked.length > 0 && (
          <section className={styles.questions}>
            <Questions columns={asked} answers={said.answers} onChange={(answers) => say({ answers })} />
          </section>
        )}
        <section className={styles.rows}>
          <h2 className={styles.heading}>{t('import.firstRows')}</h2>
          <FirstRows lines={tally.first} />
          {leftOut.length > 0 && (
            <TextButton onClick={() => save('left-out.csv', leftOutCsv(words, leftOut))}>
              {t('import.problems')}
            </TextButton>
          )}
        </section>
      </div>
      <div className={styles.acts}>
        <Acts>
          <Button off={comes === 0 || open > 0 || isStale} onClick={() => list.bring(file, said, rows)}>
            {t('import.button', { n: comes })}
          </Button>
          <TextButton onClick={list.forget}>{t('common.cancel')}</TextButton>
        </Acts>
      </div>
      {open > 0 && <p className={styles.note}>{t('import.open', { n: open })}</p>}
      {open === 0 && comes === 0 && <p className={styles.note}>{t('import.errors.nothing')}</p>}
    </>
  );
}

function Sums({ tally: { counts, leftOut }, isStale }: Pick<Props, 'tally' | 'isStale'>) {
  const { t, number } = useWords();
  const invalid = leftOut.filter(isNoAddress).length;
  const willAdd = counts.added + counts.confirmed;
  const sums = {
    willAdd,
    joins: counts.joined,
    known: counts.known,
    leftOut: leftOut.length - invalid,
    invalid,
  };
  return (
    <div className={styles.sums} aria-busy={isStale || undefined}>
      <Across>
        {SUMS.filter((sum) => sum !== 'joins' || counts.joined > 0).map((sum) => (
          <Pair key={sum} term={t(`import.${sum}`)}>
            {number(sums[sum])}
            <small>{t(`import.${sum}Text`)}</small>
          </Pair>
        ))}
      </Across>
    </div>
  );
}

function Notes({ tally: { unread, unclear } }: { tally: ImportTally }) {
  const words = useWords();
  const { t } = words;
  const columns = unread.map((heading) => headingIn(words, heading)).join(', ');
  return (
    <>
      {unread.length > 0 && <p className={styles.note}>{t('import.unread', { columns })}</p>}
      {unclear.language > 0 && <p className={styles.note}>{t('import.unclear', { n: unclear.language })}</p>}
    </>
  );
}

const SUMS = ['willAdd', 'joins', 'known', 'leftOut', 'invalid'] as const;

type HowProps = { consent: ImportConsent; added: number; onChange: (consent: ImportConsent) => void };

/** A change of a setting previews the file again, as the counts depend on it. */
function How({ consent, added, onChange }: HowProps) {
  const words = useWords();
  const { t } = words;
  const takes = t('import.askTime', { time: howLong(words, added) });
  return (
    <fieldset className={styles.how}>
      <legend className={hidden.hidden}>{t('import.how')}</legend>
      {IMPORT_CONSENTS.map((one) => (
        <Choice
          key={one}
          name="how"
          title={t(`import.consent.${one}`)}
          text={
            one === 'ask' && one === consent && added > 1
              ? `${t('import.consentText.ask')} ${takes}`
              : t(`import.consentText.${one}`)
          }
          checked={consent === one}
          onChange={() => onChange(one)}
        />
      ))}
    </fieldset>
  );
}

/** In minutes, then hours, then days. */
function howLong({ t }: UseWords, n: number): string {
  const minutes = Math.ceil((n / AN_HOUR) * 60);
  if (minutes < 60) return t('import.minutes', { n: minutes });
  if (minutes < 48 * 60) return t('import.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  return t('common.days', { n: Math.round(minutes / 60 / 24) });
}

function FirstRows({ lines }: { lines: readonly ImportLine[] }) {
  const words = useWords();
  const label = words.t('import.firstRows');
  return <Table label={label} columns={columnsIn(words)} rows={lines} keyOf={({ line }) => line} />;
}

function columnsIn(words: UseWords): Column<ImportLine>[] {
  const { t } = words;
  return [
    { head: t('import.line'), fold: 'push', cell: ({ line }) => <Line n={line} /> },
    { head: t('people.by.address'), name: true, cell: ({ address }) => address },
    {
      head: t('import.result'),
      cell: (line) => (line.fate === 'added' ? fateIn(words, line) : <Muted>{fateIn(words, line)}</Muted>),
    },
  ];
}

function Line({ n }: { n: number }) {
  const { t } = useWords();
  return (
    <Muted>
      <span className={layout.phone}>{t('import.line')} </span>
      {n}
    </Muted>
  );
}
