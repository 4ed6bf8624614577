import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { parseAddress, type Interest } from '#contract/subscribe.ts';
import { useLanguage } from '../language/use-language.ts';
import { OWN_ENDPOINT } from '../settings.ts';
import { formToken } from './form-token.ts';
import { sendAddress } from './send.ts';

/** At the first sign that somebody is about to type. */
function touch(setTouched: (isTouched: boolean) => void): void {
  if (OWN_ENDPOINT) void formToken();
  setTouched(true);
}

export type SubscribeStatus = 'idle' | 'sending' | 'failed' | 'done';

type Options = {
  /** What the document shows already. */
  initial: SubscribeStatus;
  /** Version of the text the visitor reads beside the form. */
  consent: string;
  /** The book it is about; none for the opening of the site. */
  interest?: Interest;
};

/** All that a form for one address does; what it looks like is its owner's. One request at a time. */
export function useSubscribe({ initial, consent, interest }: Options) {
  const [sent, setSent] = useState(initial);
  const [isTouched, setTouched] = useState(false);
  /** What is wrong with the address, as a sentence in place of the general error. */
  const [problem, setProblem] = useState<string | null>(null);
  const status = problem === null ? sent : 'failed';
  const field = useRef<HTMLInputElement>(null);
  /** The thanks, or the error. */
  const said = useRef<HTMLParagraphElement>(null);
  // Not the status: two presses in one task see the same one.
  const underWay = useRef(false);
  const { language } = useLanguage();
  useEffect(() => {
    const { current } = field;
    if (!current) return;
    // Before hydration nobody heard the first sign.
    if (current.value || current === document.activeElement) touch(setTouched);
    return unwrapOnChange(current);
  }, []);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (underWay.current) return;
    underWay.current = true;
    const data = new FormData(event.currentTarget);
    const email = String(data.get('email')).trim();
    setProblem(null);
    setSent('sending');
    const topic = String(data.get('topic'));
    setSent((await sendAddress({ email, topic, language, consent, interest })) ? 'done' : 'failed');
    underWay.current = false;
  }

  const refuse = useCallback((sentence: string | null) => {
    setProblem(sentence);
    // Once it is mended, no error from before comes back.
    if (sentence !== null) setSent('idle');
  }, []);

  // Focus goes to what has just been said or has to be mended, never to the body. Not on the first render.
  const shown = useRef(status);
  useEffect(() => {
    if (shown.current === status) return;
    shown.current = status;
    if (status === 'done') said.current?.focus();
    if (status !== 'failed') return;
    field.current?.focus();
    // On a low screen it comes below the edge.
    said.current?.scrollIntoView({ block: 'nearest' });
  }, [status]);

  return { status, problem, field, said, onSubmit, isTouched, onTouched: () => touch(setTouched), refuse };
}

/** `Ana <ana@x.pt>`, `mailto:` and the like, as people paste them: reduced to the address before the browser judges it. */
function unwrapOnChange(input: HTMLInputElement) {
  function unwrap() {
    if (input.validity.valid) return;
    const parsed = parseAddress(input.value);
    if (parsed.ok) input.value = parsed.address;
  }
  unwrap();
  input.addEventListener('change', unwrap);
  return () => input.removeEventListener('change', unwrap);
}
