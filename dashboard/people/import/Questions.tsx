import { type ColumnAnswer, type ConsentAnswers, OTHER_TEXT } from '#contract/owner/people.ts';
import { Tick } from '../../parts/Choice.tsx';
import { Warn } from '../../parts/Warn.tsx';
import { useWords } from '../../words.ts';
import { headingIn } from './heading.ts';
import styles from './Import.module.css';

/** The most frequent answers that are offered; the rest counts as no. */
const SHOWN = 6;

type Props = {
  columns: readonly ConsentAnswers[];
  answers: ColumnAnswer[];
  onChange: (next: ColumnAnswer[]) => void;
};

/** Asks what the columns mean that may be about consent. Nothing is ticked beforehand. */
export function Questions({ columns, answers, onChange }: Props) {
  const { t } = useWords();
  return (
    <>
      <h2 className={styles.heading}>{t('import.columns', { n: columns.length })}</h2>
      <p className={styles.note}>{t('import.columnsText')}</p>
      {columns.map((column) => (
        <Question
          key={column.place}
          column={column}
          answer={answers.find(({ place }) => place === column.place)}
          onAnswer={(yes) => {
            const others = answers.filter(({ place }) => place !== column.place);
            onChange(yes?.length === 0 ? others : [...others, { place: column.place, yes }]);
          }}
        />
      ))}
    </>
  );
}

type QuestionProps = {
  column: ConsentAnswers;
  answer: ColumnAnswer | undefined;
  onAnswer: (yes: string[] | null) => void;
};

function Question({ column, answer, onAnswer }: QuestionProps) {
  const words = useWords();
  const { t, number } = words;
  const sorted = column.answers.toSorted((one, other) => other.n - one.n);
  const rest = sorted.slice(SHOWN);
  const all = sum(sorted) + column.others;
  const others = { n: rest.length + column.others, rows: all - sum(sorted.slice(0, SHOWN)) };
  const yes = answer?.yes ?? [];
  const said = sum(sorted.filter((one) => yes.includes(one.answer)));
  const rows = (n: number) => t('import.rows', { n });
  return (
    <fieldset className={styles.column} data-open={answer === undefined || undefined}>
      <legend>{t('import.which', { column: headingIn(words, column.heading) })}</legend>
      {sorted.slice(0, SHOWN).map(({ answer: word, cell, n, isLeft }) => (
        <Tick
          key={word}
          title={word === '' ? t('import.blank') : word === OTHER_TEXT ? t('import.otherText') : cell}
          text={isLeft ? t('import.isLeft') : undefined}
          side={rows(n)}
          disabled={isLeft}
          checked={yes.includes(word)}
          onChange={(on) => onAnswer(on ? [...yes, word] : yes.filter((one) => one !== word))}
        />
      ))}
      {others.rows > 0 && (
        <Tick
          title={t('import.others', { n: others.n })}
          text={t('import.othersText')}
          side={rows(others.rows)}
          disabled
          checked={false}
          onChange={() => {}}
        />
      )}
      <Tick
        title={t('import.unrelated')}
        text={t('import.unrelatedText')}
        checked={answer?.yes === null}
        onChange={(on) => onAnswer(on ? null : [])}
      />
      {answer === undefined && <Warn>{t('import.wait')}</Warn>}
      {yes.length > 0 && (
        <p className={styles.sum}>{t('import.said', { yes: number(said), no: number(all - said) })}</p>
      )}
    </fieldset>
  );
}

function sum(answers: ConsentAnswers['answers']): number {
  return answers.reduce((n, one) => n + one.n, 0);
}
