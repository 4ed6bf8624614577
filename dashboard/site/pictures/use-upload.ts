import { useEffect, useRef, useState } from 'react';
import type { FileLook } from '#contract/owner/site.ts';
import { RequestError } from '../../problem.ts';
import { request } from '../../request.ts';
import { drawRefusal, refusalIn, fileProblem, type FileProblem, type Wanted } from './check-file.ts';
import { keepLocal } from './files.ts';
import { sendFile } from './send-file.ts';

type TakenFile = Exclude<FileLook, { is: 'refused' }>;

/** `share`: of the file that the server has, from 0 to 1. */
export type UploadState =
  | { is: 'idle' }
  | { is: 'sending'; name: string; share: number }
  | { is: 'broken'; name: string; share: number; problem: unknown }
  | { is: 'looking'; name: string }
  | { is: 'refused'; name: string; refusal: FileProblem };

export type Upload = {
  state: UploadState;
  choose: (file: File) => void;
  stop: () => void;
  /** Goes on where it broke. */
  again: () => void;
};

/** Uploads what is chosen, one file at a time; a file that cannot be used changes nothing. */
export function useUpload(
  wanted: Wanted,
  onTaken: (file: TakenFile, stopped: AbortSignal) => void | Promise<void>,
): Upload {
  const [state, setState] = useState<UploadState>({ is: 'idle' });
  const under = useRef<{ file: File; stop: AbortController } | null>(null);
  useEffect(() => () => under.current?.stop.abort(), []);
  // What is chosen meanwhile stays.
  const taken = useRef(onTaken);
  useEffect(() => {
    taken.current = onTaken;
  });

  async function send(file: File) {
    under.current?.stop.abort();
    const stop = new AbortController();
    under.current = { file, stop };
    const show = (next: UploadState) => !stop.signal.aborted && setState(next);
    const { name } = file;
    let sent = 0;
    show({ is: 'sending', name, share: 0 });
    try {
      const early = await fileProblem(file, wanted);
      if (early !== null) return show({ is: 'refused', name, refusal: early });
      const look = await sendFile(file, {
        post: (path, body) => request(path, { body, signal: stop.signal }),
        rest: (ms) => rest(ms, stop.signal),
        onShare: (share) => {
          sent = share ?? sent;
          show(share === null ? { is: 'looking', name } : { is: 'sending', name, share });
        },
        signal: stop.signal,
      });
      const refusal = refusalIn(look, wanted);
      if (refusal !== null || look.is === 'refused')
        return show({ is: 'refused', name, refusal: refusal ?? { why: 'kind' } });
      if (stop.signal.aborted) return;
      keepLocal(look.file, file);
      await taken.current(look, stop.signal);
      show({ is: 'idle' });
    } catch (error) {
      const isRefused = error instanceof RequestError && error.code === 'invalid-fields';
      if (isRefused) show({ is: 'refused', name, refusal: drawRefusal(error.of('file')) });
      else show({ is: 'broken', name, share: sent, problem: error });
    }
  }

  return {
    state,
    choose: (file) => void send(file),
    stop: () => {
      under.current?.stop.abort();
      setState({ is: 'idle' });
    },
    again: () => {
      if (under.current !== null) void send(under.current.file);
    },
  };
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
