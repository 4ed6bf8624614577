import { flushSync } from 'react-dom';
import { useSearch } from 'wouter/use-browser-location';
import { filled } from '#contract/words.ts';
import { Button } from '#ui/Button.tsx';
import hidden from '#ui/hidden.module.css';
import { useLanguage } from '../language/use-language.ts';
import { PrivacyLink } from '../privacy/PrivacyLink.tsx';
import type { PageProps } from '../shell/pages.ts';
import { Toast } from '../toast/Toast.tsx';
import { values } from '../values.ts';
import { FormAnswer } from './FormAnswer.tsx';
import { ContactFields, fieldId } from './ContactFields.tsx';
import styles from './ContactForm.module.css';
import { ErrorSummary } from './ErrorSummary.tsx';
import { CONTACT_ENDPOINT } from './send.ts';
import { contactTexts } from './texts.ts';
import { Thanks } from './Thanks.tsx';
import { useMessage } from './use-message.ts';

const SENTENCES = { sent: 'emailSuccess', refused: 'emailFailed', unreachable: 'emailError' } as const;

/** `state`: the answer to a form sent without script. `consent`: version of the consent text shown here. */
export function ContactForm({ state, consent }: Omit<PageProps, 'slug'>) {
  const { language, text } = useLanguage();
  const words = contactTexts[language];
  const message = useMessage(consent);
  const { form, phase, said, problems } = message;
  // After a visit to another page the URL no longer has the state.
  const search = useSearch({ ssrSearch: `?state=${state}` });
  const answer = phase === 'answer' && search.includes(`state=${state}`) ? state : 'idle';
  const isThanks = phase === 'thanks' || answer === 'sent';
  const isSending = phase === 'sending';

  function beginAnother() {
    flushSync(() => message.setPhase('form'));
    document.getElementById(fieldId('name'))?.focus();
  }

  return (
    <div>
      <FormAnswer state={answer} />
      {isThanks && <Thanks isAnswer={phase === 'answer'} onAnother={beginAnother} />}
      <form
        ref={form}
        className={styles.form}
        hidden={isThanks}
        method="post"
        action={CONTACT_ENDPOINT}
        onSubmit={message.onSubmit}
        onInput={message.onInput}
        data-live="send"
      >
        <ContactFields problems={problems} readOnly={isSending} isTouched={message.isTouched} />
        <input type="hidden" name="language" value={language} />
        <input type="hidden" name="consent" value={consent} />
        {/* A honeypot, which text browsers alone show, with its label; only bots fill it in. */}
        <div className={hidden.hidden} aria-hidden="true">
          <label>
            <span hidden>{text.soon.leaveEmpty}</span> <input name="topic" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <ErrorSummary problems={problems} refusals={message.refusals} />
        <div className={styles.send}>
          <Button busy={isSending}>{words.submit}</Button>
          <p className={styles.note}>
            <span>{filled(words.note, values.brand)}</span> <PrivacyLink />
          </p>
        </div>
        <div className={hidden.hidden} role="status">
          {isSending && <span>{words.sending}</span>}
        </div>
      </form>
      <Toast
        toast={said && { tone: said === 'sent' ? 'success' : 'failure', words: words[SENTENCES[said]] }}
        dismiss={words.dismiss}
        onLeave={() => message.setSaid(null)}
      />
    </div>
  );
}
