import { useEffect, useState } from 'react';
import type { Language } from '#contract/language.ts';
import type { parseAddress } from '#contract/subscribe.ts';
import { useLanguage } from '../language/use-language.ts';
import { addressEn, type AddressText } from '../text/address.en.ts';
import { addressPt } from '../text/address.pt.ts';
import styles from './AddressCheck.module.css';
import { nearestDomain } from './nearest-domain.ts';

const addressTexts: Record<Language, AddressText> = { en: addressEn, pt: addressPt };

/** `id`: of the field. `parse`: from the page, which has it; imported here too it would be a file of its own. `quiet`: something else is being said. */
type Props = { id: string; parse: typeof parseAddress; quiet?: boolean };

/**
 * What is known about an address before it is sent: the browser refuses what the server would refuse, in our words, and
 * a domain that looks mistyped brings another one, which nobody has to take.
 */
export default function AddressCheck({ id, parse, quiet = false }: Props) {
  const words = addressTexts[useLanguage().language];
  const [meant, setMeant] = useState<string | null>(null);
  useEffect(() => {
    const field = fieldOf(id);
    if (!field) return;
    const judge = ({ type }: { type: string }) => {
      const parsed = parse(field.value);
      const isWrong = !parsed.ok && parsed.code !== 'required';
      field.setCustomValidity(isWrong ? words.invalid : '');
      setMeant(parsed.ok ? meantBy(parsed.address, type === 'input') : null);
    };
    judge({ type: 'change' });
    field.addEventListener('input', judge);
    field.addEventListener('change', judge);
    return () => {
      field.removeEventListener('input', judge);
      field.removeEventListener('change', judge);
    };
  }, [id, parse, words]);

  function take() {
    const field = fieldOf(id);
    if (!field || meant === null) return;
    field.value = meant;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
  }

  return (
    <div className={styles.place} role="status">
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

function fieldOf(id: string): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(`#${id}`);
}

/** While somebody types, the beginning of a known name is no mistake. */
function meantBy(address: string, isTyping: boolean): string | null {
  const [local = '', domain = ''] = address.split('@');
  const nearest = nearestDomain(domain);
  if (nearest === null || (isTyping && nearest.startsWith(domain.toLowerCase()))) return null;
  return `${local}@${nearest}`;
}
