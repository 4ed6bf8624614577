import type { Ref } from 'react';
import type { BookId } from '#contract/books.ts';
import hidden from '#ui/hidden.module.css';
import { useLanguage } from '../language/use-language.ts';
import { isOwnEndpoint } from '../values.ts';
import styles from './SubscribeForm.module.css';
import type { SubscribeStatus } from './attend.ts';

// Not 254, the longest address: longer input would be silently cut to another address.
const LONGEST_INPUT = 512;

type Props = {
  ref: Ref<HTMLInputElement>;
  id: string;
  /** IDs of the note, and of the error if there is one. */
  noteId: string;
  errorId: string;
  status: SubscribeStatus;
  /** Called at the first sign of typing. */
  onTouched: () => void;
  consent: string;
  interest?: BookId;
};

/** The uncontrolled address field, with the hidden fields sent beside it. */
export function AddressField({ ref, id, noteId, errorId, status, onTouched, consent, interest }: Props) {
  const { language, text } = useLanguage();
  const failed = status === 'failed';
  const isOwn = isOwnEndpoint();
  return (
    <>
      <input
        ref={ref}
        className={styles.field}
        id={id}
        name="email"
        // Not type email: Chrome turns signs such as º into letters of another domain, and nobody sees it.
        required
        // For the browser's own check, while ours has not loaded.
        pattern=".+@[^.]+(\.[^.]+)+"
        maxLength={LONGEST_INPUT}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={text.soon.emailPlaceholder}
        readOnly={status === 'sending'}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- without script too, focus goes to the error
        autoFocus={failed}
        onFocus={onTouched}
        onInput={onTouched}
        // Enter was pressed before the address check loaded, which continues from here.
        onInvalid={(event) => (event.currentTarget.dataset['asked'] = '')}
        aria-invalid={failed || undefined}
        aria-describedby={failed ? errorId + ' ' + noteId : noteId}
      />
      {interest !== undefined && <input type="hidden" name="interest" value={interest} />}
      {isOwn && <input type="hidden" name="language" value={language} />}
      {isOwn && <input type="hidden" name="consent" value={consent} />}
      {isOwn && (
        // Text browsers alone show it, with its label; a program fills it in.
        <div className={hidden.hidden} aria-hidden="true">
          <label>
            <span hidden>{text.soon.leaveEmpty}</span> <input name="topic" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      )}
    </>
  );
}
