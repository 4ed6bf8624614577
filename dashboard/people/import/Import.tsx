import { useId, useState, type DragEvent } from 'react';
import { IMPORT_LIMITS } from '#contract/owner/people.ts';
import type { ServerSettings } from '#contract/owner/server-settings.ts';
import button from '#ui/Button.module.css';
import hidden from '#ui/hidden.module.css';
import { useOwner } from '../../api.ts';
import { useStages } from '../../frame/arrival.ts';
import { PageHead } from '../../frame/PageHead.tsx';
import { Acts, Button, SmallButton, TextButton, TextLink } from '../../parts/Button.tsx';
import { Lead } from '../../parts/layout.tsx';
import layout from '../../parts/layout.module.css';
import { LoadFailed, FormProblem } from '../../parts/states.tsx';
import { useWords } from '../../words.ts';
import { headingIn } from './heading.ts';
import styles from './Import.module.css';
import { ImportPreview } from './ImportPreview.tsx';
import { Recent } from './Recent.tsx';
import type { ImportTally } from './run.ts';
import { type ImportState, type ImportRefused, useImport } from './use-import.ts';

/** Imports a list from elsewhere: choose a file, preview, then import. */
export default function Import() {
  const { t } = useWords();
  const list = useImport();
  const { state } = list;
  useStages(state.is);
  return (
    <>
      <PageHead
        title={t('import.title')}
        back={{ href: '/people', page: t('nav.people') }}
        acts={state.is === 'preview' && <TextButton onClick={list.forget}>{t('import.other')}</TextButton>}
      />
      <Stage state={state} list={list} />
    </>
  );
}

type List = ReturnType<typeof useImport>;

function Stage({ state, list }: { state: ImportState; list: List }) {
  const { t } = useWords();
  switch (state.is) {
    case 'choosing':
      return <Choose {...state} onFile={(file) => list.look(file, { consent: 'ask', answers: [] })} />;
    case 'reading':
      return (
        <>
          <Lead>{t('import.reading', { file: state.file.name })}</Lead>
          <p className={styles.note} role="status">
            {state.tally !== null && t('import.readSoFar', { n: state.tally.rows })}
          </p>
          <TextButton onClick={list.forget}>{t('common.cancel')}</TextButton>
        </>
      );
    case 'preview':
      return <ImportPreview {...state} list={list} />;
    case 'running':
      return <Running {...state} onStop={list.stop} />;
    case 'broken':
      return <Broken {...state} list={list} />;
    case 'done':
      return <Done tally={state.tally} onAgain={list.forget} />;
  }
}

type ChooseProps = { refused: ImportRefused | null; problem: unknown; onFile: (file: File) => void };

function Choose({ refused, problem, onFile }: ChooseProps) {
  const words = useWords();
  const { t } = words;
  const id = useId();
  const [isOver, setOver] = useState(false);
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  return (
    <>
      <Lead>{t('import.text')}</Lead>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the input within does the same by keys */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={(event) => {
          over(false)(event);
          const [file] = event.dataTransfer.files;
          if (file) onFile(file);
        }}
      >
        <input
          className={hidden.hidden}
          id={id}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) onFile(file);
            currentTarget.value = '';
          }}
        />
        <label className={button.button} htmlFor={id}>
          {t('import.choose')}
        </label>
        <span className={`${styles.or} ${layout.wide}`}>{t('import.drop')}</span>
      </div>
      {refused !== null && <LoadFailed problem={null}>{refusalIn(words, refused)}</LoadFailed>}
      <FormProblem problem={problem} />
      <Recent />
    </>
  );
}

function refusalIn(words: ReturnType<typeof useWords>, { code, line, column, head }: ImportRefused): string {
  const { t, size } = words;
  switch (code) {
    case 'noColumn':
      return t('import.errors.noColumn', {
        columns: head
          .split(/[,;\t|]/)
          .join(', ')
          .slice(0, 300),
      });
    case 'tooLarge':
      return t('import.errors.tooLarge', { size: size(IMPORT_LIMITS.file) });
    case 'endless':
      return t('import.errors.endless', { line, column });
    case 'blank':
      return t('import.errors.blank', { line, n: IMPORT_LIMITS.blank });
    case 'unanswered':
      return t('import.errors.unanswered', { column: headingIn(words, column) });
    default:
      return t(`import.errors.${code}`);
  }
}

type RunningProps = { file: File; total: number; tally: ImportTally | null; onStop: () => void };

function Running({ file, total, tally, onStop }: RunningProps) {
  const { t } = useWords();
  const n = tally?.rows ?? 0;
  return (
    <>
      <Lead>{t('import.runningTitle', { file: file.name })}</Lead>
      <progress className={styles.progress} max={total} value={n} aria-label={t('import.title')} />
      <p className={styles.note}>{t('import.running', { n, total })}</p>
      <SmallButton onClick={onStop}>{t('import.stop')}</SmallButton>
    </>
  );
}

function Broken({ file, said, total, tally, problem, list }: BrokenProps) {
  const { t } = useWords();
  const n = tally?.rows ?? 0;
  return (
    <>
      <div role="alert">
        <Lead>{t(problem === null ? 'import.stopped' : 'import.broken', { n, total })}</Lead>
      </div>
      <FormProblem problem={problem} />
      <div className={styles.acts}>
        <Acts>
          <Button onClick={() => list.bring(file, said, total, tally)}>{t('import.goOn')}</Button>
          <TextLink href="/people">{t('import.toList')}</TextLink>
        </Acts>
      </div>
    </>
  );
}

type BrokenProps = Extract<ImportState, { is: 'broken' }> & { list: List };

function Done({ tally, onAgain }: { tally: ImportTally; onAgain: () => void }) {
  const { t, moment } = useWords();
  const { added, confirmed, joined } = tally.counts;
  const { data: settings } = useOwner<ServerSettings>('/server-settings');
  return (
    <>
      <div role="status">
        <Lead>{t('import.done', { n: added })}</Lead>
        {joined > 0 && <p className={styles.note}>{t('import.doneJoined', { n: joined })}</p>}
        {confirmed > 0 && <p className={styles.note}>{t('import.doneConfirmed', { n: confirmed })}</p>}
        {tally.lastMail !== null && (
          <p className={styles.note}>
            {settings?.mailsGo === 'unset'
              ? t('import.noServer')
              : t('import.lastMail', { moment: moment(tally.lastMail) })}
          </p>
        )}
      </div>
      <div className={styles.acts}>
        <Acts>
          <TextLink href="/people">{t('import.toList')}</TextLink>
          <TextButton onClick={onAgain}>{t('import.again')}</TextButton>
        </Acts>
      </div>
      <Recent />
    </>
  );
}
