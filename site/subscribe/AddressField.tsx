import type { Ref } from 'react';
import type { Interest } from '#contract/subscribe.ts';
import hidden from '#ui/hidden.module.css';
import { useLanguage } from '../language/use-language.ts';
import { isOwnEndpoint } from '../values.ts';
import styles from './SubscribeForm.module.css';
import type { SubscribeStatus } from './attend.ts';

// Not 254, the longest address: a longer one, or one with its wrapping, would be cut to another address unseen.
const LONGEST_INPUT = 512;

type Props = {
  ref: Ref<HTMLInputElement>;
  id: string;
  /** Ids of the note, and of the error while there is one. */
  noteId: string;
  errorId: string;
  status: SubscribeStatus;
  /** Called at the first sign that somebody is about to type. */
  onTouched: () => void;
  consent: string;
  interest?: Interest;
};

/** The field for the address, uncontrolled, with what is sent beside it. */
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
        type="email"
        required
        // The server wants a dot in the domain. For the browser's own check, where ours is not there (yet).
        pattern=".+@.+\..+"
        maxLength={LONGEST_INPUT}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={text.soon.emailPlaceholder}
        readOnly={status === 'sending'}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- without script too focus goes to what has to be mended
        autoFocus={failed}
        onFocus={onTouched}
        onInput={onTouched}
        // Pressed Enter before the script that judges addresses has come: it goes on from there.
        onInvalid={(event) => (event.currentTarget.dataset['asked'] = '')}
        aria-invalid={failed || undefined}
        aria-describedby={failed ? `${errorId} ${noteId}` : noteId}
      />
      {interest !== undefined && <input type="hidden" name="interest" value={interest} />}
      {isOwn && <input type="hidden" name="language" value={language} />}
      {isOwn && <input type="hidden" name="consent" value={consent} />}
      {isOwn && (
        // Nobody sees or hears it; a program fills it in.
        <div className={hidden.hidden} aria-hidden="true">
          <input name="topic" tabIndex={-1} autoComplete="off" />
        </div>
      )}
    </>
  );
}
