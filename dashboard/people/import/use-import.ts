import { useRef, useState } from 'react';
import {
  type ColumnAnswer,
  IMPORT_LIMITS,
  type ImportedPart,
  type ImportPart,
  NOT_SUBSCRIBED,
  type ImportConsent,
} from '#contract/owner/people.ts';
import { queries } from '../../api.ts';
import { request } from '../../request.ts';
import { NoList, sendList, type ImportTally } from './run.ts';
import { Unreadable } from './rows.ts';

/** Why a file cannot be read. `line`, `column`: the place of an unfinished row; `head`: the header line. */
export type ImportRefused = {
  code:
    | 'notSubscribed'
    | 'tooLarge'
    | 'notText'
    | 'empty'
    | 'endless'
    | 'blank'
    | 'noColumn'
    | 'unanswered'
    | 'takenBack';
  line: number;
  column: string;
  head: string;
};

/** What the owner says about a list. */
export type ImportAnswers = { consent: ImportConsent; answers: ColumnAnswer[] };

export type ImportState =
  | { is: 'choosing'; refused: ImportRefused | null; problem: unknown }
  | { is: 'reading'; file: File; tally: ImportTally | null }
  /** `isStale`: the tally is of what was said before, and a new one is under way. */
  | { is: 'preview'; file: File; said: ImportAnswers; tally: ImportTally; isStale: boolean }
  | { is: 'running'; file: File; total: number; tally: ImportTally | null }
  /** `problem`: null if the owner stopped it. */
  | {
      is: 'broken';
      file: File;
      said: ImportAnswers;
      total: number;
      tally: ImportTally | null;
      problem: unknown;
    }
  | { is: 'done'; tally: ImportTally };

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

  /** `seen`: the preview of this file so far, which stays until the next is there. */
  async function look(file: File, said: ImportAnswers, seen: ImportTally | null) {
    const signal = begin();
    if (NOT_SUBSCRIBED.test(file.name)) return setState(refusing('notSubscribed'));
    if (file.size > IMPORT_LIMITS.file) return setState(refusing('tooLarge'));
    const reading = (tally: ImportTally | null) =>
      setState(
        seen === null
          ? { is: 'reading', file, tally }
          : { is: 'preview', file, said, tally: seen, isStale: true },
      );
    reading(null);
    try {
      const tally = await sendList({ file, ...said, dry: true, signal, send, onTally: reading });
      setState(tally.rows === 0 ? refusing('empty') : { is: 'preview', file, said, tally, isStale: false });
    } catch (error) {
      if (signal.aborted) return;
      setState(failing(error));
    }
  }

  async function bring(file: File, said: ImportAnswers, total: number, from: ImportTally | null) {
    const signal = begin();
    let tally = from;
    const onTally = (next: ImportTally) => {
      tally = next;
      setState({ is: 'running', file, total, tally });
    };
    setState({ is: 'running', file, total, tally });
    try {
      const options = { file, ...said, dry: false, signal, send, onTally, ...(from && { from }) };
      setState({ is: 'done', tally: await sendList(options) });
    } catch (error) {
      const problem = signal.aborted ? null : error;
      setState(
        error instanceof NoList ? failing(error) : { is: 'broken', file, said, total, tally, problem },
      );
    } finally {
      void queries.invalidateQueries();
    }
  }

  return {
    state,
    look: (file: File, said: ImportAnswers, seen: ImportTally | null = null) => void look(file, said, seen),
    bring: (file: File, said: ImportAnswers, total: number, from: ImportTally | null = null) =>
      void bring(file, said, total, from),
    stop: () => running.current.abort(),
    forget: () => {
      running.current.abort();
      setState(CHOOSING);
    },
  };
}

function refusing(code: ImportRefused['code'], { line = 1, column = '', head = '' } = {}): ImportState {
  return { is: 'choosing', refused: { code, line, column, head }, problem: null };
}

function failing(error: unknown): ImportState {
  if (error instanceof NoList) return refusing(CODES[error.code], error);
  if (error instanceof Unreadable) return refusing(error.code, error);
  return { is: 'choosing', refused: null, problem: error };
}

const CODES: Record<NoList['code'], ImportRefused['code']> = {
  empty: 'empty',
  'no-address-column': 'noColumn',
  'quote-open': 'endless',
  'row-endless': 'endless',
  'blank-lines': 'blank',
  unanswered: 'unanswered',
  'taken-back': 'takenBack',
};
