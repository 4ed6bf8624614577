import { useEffect, useRef, useState, type FormEvent } from 'react';
import { parseAddress } from '#contract/subscribe.ts';
import { site } from '#site.config';
import { Breve } from '#ui/Breve.tsx';
import { Button } from '#ui/Button.tsx';
import hidden from '#ui/hidden.module.css';
import { useLanguage } from '../language/LanguageProvider.tsx';
import { PrivacyLink } from '../privacy/PrivacyLink.tsx';
import { OWN_ENDPOINT, SUBSCRIBE_ENDPOINT } from '../settings.ts';
import { formToken } from './form-token.ts';
import { sendAddress } from './send.ts';
import styles from './SubscribeForm.module.css';

// Not 254, the longest address: a longer one, or one with its wrapping, would be cut to another address unseen.
const LONGEST_INPUT = 512;

const askForToken = OWN_ENDPOINT ? () => void formToken() : undefined;

export type SubscribeStatus = 'idle' | 'sending' | 'failed' | 'done';

/** `consent` is the version of the text the visitor reads here, in each language. */
export function SubscribeForm({ initial, consent }: { initial: SubscribeStatus; consent: string }) {
  const [status, setStatus] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  const thanks = useRef<HTMLParagraphElement>(null);
  // Not the status: two presses in one task see the same one.
  const underWay = useRef(false);
  const { language, text } = useLanguage();
  useEffect(() => unwrapOnChange(field.current), []);
  useEffect(() => {
    const { current } = field;
    // Before hydration nobody heard the first sign.
    if (current && (current.value || current === document.activeElement)) askForToken?.();
  }, []);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (underWay.current) return;
    underWay.current = true;
    const data = new FormData(event.currentTarget);
    const email = String(data.get('email')).trim();
    setStatus('sending');
    setStatus((await sendAddress(email, String(data.get('topic')), language, consent)) ? 'done' : 'failed');
    underWay.current = false;
  }

  // Focus goes to what has just been said or has to be mended, never to the body. Not on the first render.
  const shown = useRef(status);
  useEffect(() => {
    if (shown.current === status) return;
    shown.current = status;
    if (status === 'done') thanks.current?.focus();
    if (status === 'failed') field.current?.focus();
  }, [status]);

  const sending = status === 'sending';
  const failed = status === 'failed';
  return (
    <div className={styles.slot}>
      <div role="status">
        {status === 'done' && (
          <p className={styles.success} ref={thanks} tabIndex={-1}>
            <Breve swing="arriving" className={styles.arrived} />
            <span>{text.soon.successMessage}</span>
          </p>
        )}
      </div>
      {status !== 'done' && (
        <form className={styles.form} method="post" action={SUBSCRIBE_ENDPOINT} onSubmit={onSubmit}>
          <label className={styles.prompt} htmlFor="email">
            {text.soon.subscribeMessage}
          </label>
          <input
            ref={field}
            className={styles.field}
            id="email"
            name="email"
            type="email"
            required
            maxLength={LONGEST_INPUT}
            autoComplete="email"
            inputMode="email"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={text.soon.emailPlaceholder}
            readOnly={sending}
            onFocus={askForToken}
            onInput={askForToken}
            aria-invalid={failed || undefined}
            aria-describedby={failed ? 'subscribe-error privacy-note' : 'privacy-note'}
          />
          {OWN_ENDPOINT && <input type="hidden" name="language" value={language} />}
          {OWN_ENDPOINT && <input type="hidden" name="consent" value={consent} />}
          {OWN_ENDPOINT && (
            // Nobody sees or hears it; a program fills it in.
            <div className={hidden.hidden} aria-hidden="true">
              <input name="topic" tabIndex={-1} autoComplete="off" />
            </div>
          )}
          <Button busy={sending}>{text.soon.subscribeButton}</Button>
          <p className={styles.note} id="privacy-note">
            <span>{text.privacy.note(site.brand.name)}</span> <PrivacyLink />
          </p>
        </form>
      )}
      <div className={styles.alert} role="alert">
        {failed && (
          <p className={styles.error} id="subscribe-error">
            <span>{text.soon.errorMessage}</span>
          </p>
        )}
      </div>
    </div>
  );
}

/** `Ana <ana@x.pt>`, `mailto:` and the like, as people paste them: reduced to the address before the browser judges it. */
function unwrapOnChange(field: HTMLInputElement | null) {
  if (!field) return;
  const input = field;
  function unwrap() {
    if (input.validity.valid) return;
    const parsed = parseAddress(input.value);
    if (parsed.ok) input.value = parsed.address;
  }
  unwrap();
  input.addEventListener('change', unwrap);
  return () => input.removeEventListener('change', unwrap);
}
