import { useRef, useState } from 'react';
import { IMPORT_LIMITS, type ImportedPart, type ImportPart, NOT_SUBSCRIBED } from '#contract/owner/people.ts';
import { queries } from '../../api.ts';
import { request } from '../../request.ts';
import { NoList, sendList, type Tally } from './run.ts';
import { Unreadable } from './rows.ts';

/** Why a file cannot be read. `line`, `column`: the place of an unfinished row; `head`: the header line. */
export type Refused = {
  code: 'notSubscribed' | 'tooLarge' | 'notText' | 'empty' | 'endless' | 'blank' | 'noColumn';
  line: number;
  column: string;
  head: string;
};

export type ImportState =
  | { is: 'choosing'; refused: Refused | null; problem: unknown }
  | { is: 'reading'; file: File; confirmed: boolean; tally: Tally | null }
  | { is: 'preview'; file: File; confirmed: boolean; tally: Tally }
  | { is: 'running'; file: File; total: number; tally: Tally | null }
  /** `problem`: null if the owner stopped it. */
  | { is: 'broken'; file: File; confirmed: boolean; total: number; tally: Tally | null; problem: unknown }
  | { is: 'done'; tally: Tally };

const send = ({ dry, ...body }: ImportPart, signal: AbortSignal) =>
  request<ImportedPart>(dry ? '/people/import/look' : '/people/import', { body, signal });

const CHOOSING: ImportState = { is: 'choosing', refused: null, problem: null };

/** The import of a list: a dry run, then the import, both part by part. The file stays in the browser. */
export function useImport() {
  const [state, setState] = useState<ImportState>(CHOOSING);
  const running = useRef(new AbortController());

  function begin(): AbortSignal {
    running.current.abort();
    running.current = new AbortController();
    return running.current.signal;
  }

  async function look(file: File, confirmed: boolean) {
    const signal = begin();
    const refuse = (code: Refused['code'], { line = 1, column = '', head = '' } = {}) =>
      setState({ is: 'choosing', refused: { code, line, column, head }, problem: null });
    if (NOT_SUBSCRIBED.test(file.name)) return refuse('notSubscribed');
    if (file.size > IMPORT_LIMITS.file) return refuse('tooLarge');
    const reading = (tally: Tally | null) => setState({ is: 'reading', file, confirmed, tally });
    reading(null);
    try {
      const tally = await sendList({ file, confirmed, dry: true, signal, send, onTally: reading });
      if (tally.rows === 0) refuse('empty');
      else setState({ is: 'preview', file, confirmed, tally });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof NoList) refuse(CODES[error.code], error);
      else if (error instanceof Unreadable) refuse(error.code, error);
      else setState({ is: 'choosing', refused: null, problem: error });
    }
  }

  async function bring(file: File, confirmed: boolean, total: number, from: Tally | null) {
    const signal = begin();
    let tally = from;
    const onTally = (next: Tally) => {
      tally = next;
      setState({ is: 'running', file, total, tally });
    };
    setState({ is: 'running', file, total, tally });
    try {
      const options = { file, confirmed, dry: false, signal, send, onTally };
      const done = await sendList(from === null ? options : { ...options, from });
      setState({ is: 'done', tally: done });
    } catch (error) {
      setState({ is: 'broken', file, confirmed, total, tally, problem: signal.aborted ? null : error });
    } finally {
      void queries.invalidateQueries();
    }
  }

  return {
    state,
    look: (file: File, confirmed: boolean) => void look(file, confirmed),
    bring: (file: File, confirmed: boolean, total: number, from: Tally | null = null) =>
      void bring(file, confirmed, total, from),
    stop: () => running.current.abort(),
    forget: () => {
      running.current.abort();
      setState(CHOOSING);
    },
  };
}

const CODES: Record<NoList['code'], Refused['code']> = {
  empty: 'empty',
  'no-address-column': 'noColumn',
  'quote-open': 'endless',
  'row-endless': 'endless',
  'blank-lines': 'blank',
};
