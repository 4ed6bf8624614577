import { useEffect, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { useSearch } from 'wouter/use-browser-location';
import { parseContact, type ContactProblem } from '#contract/contact.ts';
import { site } from '#site.config';
import { Button } from '#ui/Button.tsx';
import hidden from '#ui/hidden.module.css';
import { useLanguage } from '../language/use-language.ts';
import { PrivacyLink } from '../privacy/PrivacyLink.tsx';
import type { PageProps } from '../shell/pages.ts';
import { formToken } from '../subscribe/form-token.ts';
import { Toast } from '../toast/Toast.tsx';
import { Answer } from './Answer.tsx';
import { ContactFields, fieldId } from './ContactFields.tsx';
import styles from './ContactForm.module.css';
import { dropDraft, isEmpty, keepDraft, readForm, restoreDraft } from './draft.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { CONTACT_ENDPOINT, sendMessage, type Outcome } from './send.ts';
import { hold, letGo, underWay } from './under-way.ts';
import { contactTexts } from './texts.ts';
import { Thanks } from './Thanks.tsx';

/** The result of a send. Problems of fields are shown in place, never in a toast. */
type Said = Extract<Outcome, string>;

const askForToken = () => void formToken();

/** `state`: the answer to a form that was sent without script. `consent`: version of the text the visitor reads here. */
export function ContactForm({ state, consent }: PageProps) {
  const { language } = useLanguage();
  const words = contactTexts[useLanguage().language];
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<ContactProblem[]>([]);
  /** Counts the times something had to be mended. */
  const [refusals, setRefusals] = useState(0);
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const [isTouched, setTouched] = useState(false);
  const [isThanked, setThanked] = useState(false);
  const [isAnswered, setAnswered] = useState(true);
  // After a visit to another page the address no longer says it.
  const search = useSearch({ ssrSearch: `?state=${state}` });
  const answer = isAnswered && search.includes(`state=${state}`) ? state : 'idle';
  const isThanks = isThanked || answer === 'sent';

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
    setProblems(found);
    setRefusals((count) => count + 1);
  }

  /** Shows the result of the message under way. A visitor who is on another page by then is told on coming back. */
  async function tell() {
    const sending = underWay();
    if (!sending) return;
    setSending(true);
    const outcome = await sending;
    if (outcome === 'sent') dropDraft();
    const { current } = form;
    if (!current) return;
    letGo();
    setSending(false);
    if (typeof outcome !== 'string') return refuse(outcome.problems);
    setSaid(outcome);
    if (outcome !== 'sent') return;
    current.reset();
    setThanked(true);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (underWay()) return;
    const { currentTarget } = event;
    const filled = readForm(currentTarget);
    const parsed = parseContact(filled);
    setSaid(null);
    setAnswered(false);
    if (!parsed.ok) return refuse(parsed.problems);
    setProblems([]);
    const topic = String(new FormData(currentTarget).get('topic') ?? '');
    hold(sendMessage(filled, { topic, language, consent }));
    void tell();
  }

  function beginAnother() {
    flushSync(() => {
      setThanked(false);
      setAnswered(false);
    });
    document.getElementById(fieldId('name'))?.focus();
  }

  function onInput() {
    askForToken();
    setTouched(true);
    // A mended problem disappears; no new one appears while somebody types.
    if (problems.length === 0 || !form.current) return;
    const parsed = parseContact(readForm(form.current));
    const left = parsed.ok ? [] : parsed.problems;
    setProblems(problems.filter(({ field }) => left.some((other) => other.field === field)));
  }

  const sentences: Record<Said, string> = {
    sent: words.emailSuccess,
    refused: words.emailFailed,
    unreachable: words.emailError,
  };
  return (
    <div>
      <Answer state={answer} />
      {isThanks && <Thanks isAnswer={!isThanked} onAnother={beginAnother} />}
      <form
        ref={form}
        className={styles.form}
        hidden={isThanks}
        method="post"
        action={CONTACT_ENDPOINT}
        onSubmit={onSubmit}
        onInput={onInput}
        data-live="send"
      >
        <ContactFields problems={problems} readOnly={isSending} isTouched={isTouched} />
        <input type="hidden" name="language" value={language} />
        <input type="hidden" name="consent" value={consent} />
        {/* Nobody sees or hears it; a program fills it in. */}
        <div className={hidden.hidden} aria-hidden="true">
          <input name="topic" tabIndex={-1} autoComplete="off" />
        </div>
        <ErrorSummary problems={problems} refusals={refusals} />
        <div className={styles.send}>
          <Button busy={isSending}>{words.submit}</Button>
          <p className={styles.note}>
            <span>{words.note(site.brand.name)}</span> <PrivacyLink />
          </p>
        </div>
        <div className={hidden.hidden} role="status">
          {isSending && <span>{words.sending}</span>}
        </div>
      </form>
      <Toast
        toast={said && { tone: said === 'sent' ? 'success' : 'failure', words: sentences[said] }}
        dismiss={words.dismiss}
        onLeave={() => setSaid(null)}
      />
    </div>
  );
}
