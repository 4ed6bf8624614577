import { useEffect, useRef, useState, type FormEvent } from 'react';
import { parseContact, type ContactProblem } from '#contract/contact.ts';
import { useLanguage } from '../language/use-language.ts';
import { formToken } from '../subscribe/form-token.ts';
import { values } from '../values.ts';
import { dropDraft, isEmpty, keepDraft, readForm, restoreDraft } from './draft.ts';
import { sendMessage, type Outcome } from './send.ts';
import { underWay } from './under-way.ts';

/** The result of a send. Problems of fields are shown in place, never in a toast. */
type Said = Extract<Outcome, string>;

const askForToken = () => void formToken();

/** A mended problem disappears; no new one appears while somebody types. */
function stillWrong(problems: ContactProblem[], form: HTMLFormElement): ContactProblem[] {
  const parsed = parseContact(readForm(form), values.optionalFields);
  const left = parsed.ok ? [] : parsed.problems;
  return problems.filter(({ field }) => left.some((other) => other.field === field));
}

/**
 * What stands there: `answer`, what the document says about a form sent without script; `form`; `sending`, the form
 * while its message is under way; `thanks`.
 */
type Phase = 'answer' | 'form' | 'sending' | 'thanks';

/** All that the form does; what it looks like is its owner's. `consent`: version of the text the visitor reads. */
export function useMessage(consent: string) {
  const { language } = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const [phase, setPhase] = useState<Phase>('answer');
  const [said, setSaid] = useState<Said | null>(null);
  const [problems, setProblems] = useState<ContactProblem[]>([]);
  /** Counts the times something had to be mended. */
  const [refusals, setRefusals] = useState(0);
  const [isTouched, setTouched] = useState(false);

  useEffect(() => {
    const { current } = form;
    if (!current) return;
    // From here on our own words stand in place of the browser's, which follow its own language.
    current.noValidate = true;
    restoreDraft(current);
    // Before hydration nobody heard the first sign.
    if (!isEmpty(readForm(current))) askForToken();
    void tell();
    return () => keepDraft(current);
  }, []);

  function refuse(found: ContactProblem[]) {
    setPhase('form');
    setProblems(found);
    setRefusals((count) => count + 1);
  }

  /** Shows the result of the message under way. A visitor who is on another page by then is told on coming back. */
  async function tell() {
    const { sending } = underWay;
    if (!sending) return;
    setPhase('sending');
    const outcome = await sending;
    if (outcome === 'sent') dropDraft();
    const { current } = form;
    if (!current) return;
    // Its visitor is told now.
    underWay.sending = null;
    if (typeof outcome !== 'string') return refuse(outcome.problems);
    setSaid(outcome);
    setPhase(outcome === 'sent' ? 'thanks' : 'form');
    if (outcome === 'sent') current.reset();
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (underWay.sending) return;
    const { currentTarget } = event;
    const filled = readForm(currentTarget);
    const parsed = parseContact(filled, values.optionalFields);
    setSaid(null);
    if (!parsed.ok) return refuse(parsed.problems);
    setProblems([]);
    const topic = String(new FormData(currentTarget).get('topic') ?? '');
    underWay.sending = sendMessage(filled, { topic, language, consent });
    void tell();
  }

  function onInput({ currentTarget }: FormEvent<HTMLFormElement>) {
    askForToken();
    setTouched(true);
    if (problems.length > 0) setProblems(stillWrong(problems, currentTarget));
  }

  return { form, phase, setPhase, said, setSaid, problems, refusals, isTouched, onSubmit, onInput };
}
