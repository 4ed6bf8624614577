import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { handOver } from '../inline/hand-over.ts';
import { isOwnEndpoint } from '../values.ts';
import { attend, type SubscribeStatus } from './attend.ts';
import { formToken } from './form-token.ts';
import { sendForm } from './send.ts';

/** At the first sign that somebody is about to type. */
function touch(setTouched: (isTouched: boolean) => void): void {
  if (isOwnEndpoint()) void formToken();
  setTouched(true);
}

/**
 * All that a form for one address does; what it looks like is its owner's. One request at a time.
 * `initial`: what the document shows already; `sending`: somebody was quicker than this script.
 */
export function useSubscribe(initial: SubscribeStatus) {
  const [sent, setSent] = useState(initial);
  const [isTouched, setTouched] = useState(false);
  /** What is wrong with the address, as a sentence in place of the general error. */
  const [problem, setProblem] = useState<string | null>(null);
  const status = problem === null ? sent : 'failed';
  const field = useRef<HTMLInputElement>(null);
  /** The thanks, or the error. */
  const said = useRef<HTMLParagraphElement>(null);
  // Not the status: two presses in one task see the same one.
  const underWay = useRef(initial === 'sending');
  const settle = useCallback((isTaken: boolean) => {
    setSent(isTaken ? 'done' : 'failed');
    underWay.current = false;
  }, []);
  useEffect(() => {
    if (initial === 'sending') void handOver.answer?.then(settle);
  }, [initial, settle]);
  useEffect(() => {
    const { current } = field;
    if (!current) return;
    // Before hydration nobody heard the first sign.
    if (current.value || current === document.activeElement) touch(setTouched);
  }, []);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (underWay.current) return;
    setProblem(null);
    setSent('sending');
    underWay.current = true;
    void sendForm(event.currentTarget).then(settle);
  }

  const refuse = useCallback((sentence: string | null) => {
    setProblem(sentence);
    // Once it is mended, no error from before comes back.
    if (sentence !== null) setSent('idle');
  }, []);

  // Not on the first render.
  const shown = useRef(status);
  useEffect(() => {
    if (shown.current === status) return;
    shown.current = status;
    attend(status, field.current, said.current);
  }, [status]);

  return { status, problem, field, said, onSubmit, isTouched, onTouched: () => touch(setTouched), refuse };
}
