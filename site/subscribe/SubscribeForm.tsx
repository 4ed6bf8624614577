import { Breve } from '#ui/Breve.tsx';
import { Button } from '#ui/Button.tsx';
import { useLanguage } from '../language/use-language.ts';
import { PrivacyLink } from '../privacy/PrivacyLink.tsx';
import { confirms, values } from '../values.ts';
import { AddressField } from './AddressField.tsx';
import { LateAddressCheck } from './LateAddressCheck.tsx';
import type { SubscribeStatus } from './attend.ts';
import { useSubscribe } from './use-subscribe.ts';
import styles from './SubscribeForm.module.css';

/** `consent`: version of the consent text shown here. */
export function SubscribeForm({ initial, consent }: { initial: SubscribeStatus; consent: string }) {
  const { status, problem, field, said, onSubmit, isTouched, onTouched, refuse } = useSubscribe(initial);
  const { text } = useLanguage();
  const isDone = status === 'done';
  return (
    <div className={styles.slot}>
      <div role="status">
        {isDone && (
          <p
            className={styles.success}
            ref={said}
            tabIndex={-1}
            aria-describedby={confirms() ? 'note' : undefined}
          >
            <Breve swing="arriving" className={styles.arrived} />
            <span>{text.soon.successMessage}</span>
          </p>
        )}
      </div>
      {!isDone && (
        <form
          className={styles.form}
          method="post"
          action={values.subscribeEndpoint}
          onSubmit={onSubmit}
          data-live="send"
        >
          <label className={styles.prompt} htmlFor="email">
            {text.soon.subscribeMessage}
          </label>
          <AddressField
            ref={field}
            id="email"
            noteId="note"
            errorId="subscribe-error"
            status={status}
            onTouched={onTouched}
            consent={consent}
          />
          <Button busy={status === 'sending'}>{text.soon.subscribeButton}</Button>
        </form>
      )}
      {isTouched && !isDone && <LateAddressCheck id="email" quiet={status === 'failed'} refuse={refuse} />}
      <div className={styles.alert} role="alert">
        {status === 'failed' && (
          <p className={styles.error} id="subscribe-error" ref={said}>
            <span>{problem ?? text.soon.errorMessage}</span>
          </p>
        )}
      </div>
      {(confirms() || !isDone) && (
        // By the key another line appears, rather than one that moves.
        <p className={styles.note} id="note" key={isDone ? 'inbox' : 'privacy'}>
          <span>{isDone ? text.soon.inbox : text.privacy.note}</span> {!isDone && <PrivacyLink />}
        </p>
      )}
    </div>
  );
}
