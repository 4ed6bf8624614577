import { useEffect, useRef, useState, type FormEvent } from 'react';
import { parseContact, type ContactProblem } from '#contract/contact.ts';
import { useLanguage } from '../language/use-language.ts';
import { formToken } from '../subscribe/form-token.ts';
import { values } from '../values.ts';
import { dropDraft, isEmpty, keepDraft, readForm, restoreDraft } from './draft.ts';
import { sendMessage, type SendOutcome } from './send.ts';
import { underWay } from './under-way.ts';

/** The result of a send. Problems of fields are shown in place, never in a toast. */
type Said = Extract<SendOutcome, string>;

const askForToken = () => void formToken();

/** Corrected problems disappear; no new ones appear during typing. */
function stillWrong(problems: ContactProblem[], form: HTMLFormElement): ContactProblem[] {
  const parsed = parseContact(readForm(form), values.optionalFields);
  const left = parsed.ok ? [] : parsed.problems;
  return problems.filter(({ field }) => left.some((other) => other.field === field));
}

/**
 * What is shown: `answer`, the document's answer to a form sent without script; `form`; `sending`, the form
 * while its message is being sent; `thanks`.
 */
type Phase = 'answer' | 'form' | 'sending' | 'thanks';

/** The form's behaviour, without its look. `consent`: version of the consent text shown to the visitor. */
export function useMessage(consent: string) {
  const { language } = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const [phase, setPhase] = useState<Phase>('answer');
  const [said, setSaid] = useState<Said | null>(null);
  const [problems, setProblems] = useState<ContactProblem[]>([]);
  /** Counts the attempts with invalid fields. */
  const [refusals, setRefusals] = useState(0);
  const [isTouched, setTouched] = useState(false);

  useEffect(() => {
    const { current } = form;
    if (!current) return;
    // From now on our own messages replace the browser's, which are in the browser's language.
    current.noValidate = true;
    restoreDraft(current);
    // Before hydration the first input event was missed.
    if (!isEmpty(readForm(current))) askForToken();
    void tell();
    return () => keepDraft(current);
  }, []);

  function refuse(found: ContactProblem[]) {
    setPhase('form');
    setProblems(found);
    setRefusals((count) => count + 1);
  }

  /** Shows the result of the message being sent. A visitor on another page by then sees it on return. */
  async function tell() {
    const { sending } = underWay;
    if (!sending) return;
    setPhase('sending');
    const outcome = await sending;
    if (outcome === 'sent') dropDraft();
    const { current } = form;
    if (!current) return;
    // The visitor is informed now.
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
