import { filled } from '#contract/words.ts';
import type { BookId } from '#contract/books.ts';
import { Breve } from '#ui/Breve.tsx';
import { Button } from '#ui/Button.tsx';
import { useLanguage } from '../language/use-language.ts';
import { PrivacyLink } from '../privacy/PrivacyLink.tsx';
import { values } from '../values.ts';
import { AddressField } from '../subscribe/AddressField.tsx';
import { InboxHint } from '../subscribe/InboxHint.tsx';
import { LateAddressCheck } from '../subscribe/LateAddressCheck.tsx';
import subscribe from '../subscribe/SubscribeForm.module.css';
import { useSubscribe } from '../subscribe/use-subscribe.ts';
import type { ProductsText } from '../text/en/products.ts';
import styles from './Products.module.css';

type Props = { heading: string; interest: BookId; consent: string; words: ProductsText };

/**
 * For visitors who want an available book, or a mail once it is. `heading`: the ID of the book's; `consent`:
 * version of the text shown.
 */
export function NotifyForm({ heading, interest, consent, words }: Props) {
  const { status, problem, field, said, onSubmit, isTouched, onTouched, refuse } = useSubscribe('idle');
  const { text } = useLanguage();
  const [fieldId, noteId, errorId] = [`${heading}-email`, `${heading}-note`, `${heading}-error`];
  return (
    <div className={styles.slot}>
      <div role="status">
        {status === 'done' && (
          <p className={subscribe.success} ref={said} tabIndex={-1} aria-describedby={noteId}>
            <Breve swing="arriving" className={subscribe.arrived} />
            <span>{words.thanks}</span>
          </p>
        )}
      </div>
      {status !== 'done' && (
        <form
          className={styles.form}
          method="post"
          action={values.subscribeEndpoint}
          aria-labelledby={heading}
          onSubmit={onSubmit}
          data-live="send"
        >
          <label className={styles.label} htmlFor={fieldId}>
            {words.field}
          </label>
          <AddressField
            ref={field}
            id={fieldId}
            noteId={noteId}
            errorId={errorId}
            status={status}
            onTouched={onTouched}
            consent={consent}
            interest={interest}
          />
          <Button busy={status === 'sending'}>{words.notify}</Button>
        </form>
      )}
      {isTouched && status !== 'done' && (
        <LateAddressCheck id={fieldId} quiet={status === 'failed'} refuse={refuse} />
      )}
      <div className={subscribe.alert} role="alert">
        {status === 'failed' && (
          <p className={subscribe.error} id={errorId} ref={said}>
            <span>{problem ?? text.soon.errorMessage}</span>
          </p>
        )}
      </div>
      {status === 'done' ? (
        <InboxHint id={noteId} />
      ) : (
        <p className={subscribe.note} id={noteId}>
          <span>{filled(words.note, values.brand)}</span> <PrivacyLink />
        </p>
      )}
    </div>
  );
}
