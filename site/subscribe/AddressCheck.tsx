import { useEffect, useState } from 'react';
import { parseAddress } from '#contract/subscribe.ts';
import { useLanguage } from '../language/use-language.ts';
import type { AddressText } from '../text/en/address.ts';
import { wording } from '../text/wording.ts';
import styles from './AddressCheck.module.css';
import { nearestDomain } from './nearest-domain.ts';

/** `refuse`: shows a sentence as the field's error, or removes it (null). */
export type Props = { id: string; quiet?: boolean; refuse?: (sentence: string | null) => void };

const addressTexts = wording(
  import.meta.glob<AddressText>('/site/text/*/address.ts', { eager: true, import: 'address' }),
);

/**
 * Checks an address before it is sent. Pasted forms such as `Ana <ana@x.pt>` or `mailto:` are reduced to the
 * address. An address the server would reject is not sent, and our message replaces the browser's. For a
 * domain that looks mistyped it suggests another, which nobody has to accept. `id`: of the field. `quiet`: an
 * error is already shown. `refuse`: omitted if the form handles it.
 */
export default function AddressCheck({ id, quiet = false, refuse }: Props) {
  const words = addressTexts[useLanguage().language];
  const [meant, setMeant] = useState<string | null>(null);
  useEffect(() => {
    const field = fieldOf(id);
    if (!field) return;
    const judge = (isTyping: boolean) => {
      const parsed = parseAddress(field.value);
      const isWrong = !parsed.ok && parsed.code !== 'required';
      field.setCustomValidity(isWrong ? words.invalid : '');
      const isWrapped = /[\s<:]/.test(field.value.trim());
      if (parsed.ok && !isTyping && (isWrapped || !field.validity.valid)) field.value = parsed.address;
      setMeant(parsed.ok ? meantBy(parsed.address, isTyping) : null);
      if (parsed.ok) refuse?.(null);
      // It was submitted before this script loaded, or the language has changed since.
      if (isWrong && quiet && !isTyping) refuse?.(words.invalid);
    };
    const onTyped = () => judge(true);
    const onChanged = () => judge(false);
    const onInvalid = (event: Event) => {
      event.preventDefault();
      takeAsked(field);
      judge(false);
      // It was filled in without an event, as by some password managers, and is valid now.
      if (field.validity.valid) return void setTimeout(() => field.form?.requestSubmit());
      refuse?.(words.invalid);
      field.focus();
    };
    onChanged();
    if (takeAsked(field) && field.validity.valid) field.form?.requestSubmit();
    field.addEventListener('input', onTyped);
    field.addEventListener('change', onChanged);
    field.addEventListener('invalid', onInvalid);
    return () => {
      field.removeEventListener('input', onTyped);
      field.removeEventListener('change', onChanged);
      field.removeEventListener('invalid', onInvalid);
    };
  }, [id, words, quiet, refuse]);

  function take() {
    const field = fieldOf(id);
    if (!field || meant === null) return;
    field.value = meant;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
  }

  return (
    <div className={styles.place} aria-live="polite">
      {meant !== null && !quiet && (
        <button className={styles.meant} type="button" onClick={take}>
          <span>{words.meant}</span>{' '}
          <span className={styles.address} translate="no">
            {meant}
          </span>
          ?
        </button>
      )}
    </div>
  );
}

/** Whether a submit came before this script loaded; true once. */
function takeAsked({ dataset }: HTMLInputElement): boolean {
  return dataset['asked'] !== undefined && delete dataset['asked'];
}

function fieldOf(id: string): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(`#${id}`);
}

/** During typing the beginning of a known name is not a mistake. */
function meantBy(address: string, isTyping: boolean): string | null {
  const [local = '', domain = ''] = address.split('@');
  const nearest = nearestDomain(domain);
  if (nearest === null || (isTyping && nearest.startsWith(domain.toLowerCase()))) return null;
  return `${local}@${nearest}`;
}
