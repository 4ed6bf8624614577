import mark from '#ui/ErrorMark.module.css';
import type { DocumentState } from '#contract/pages.ts';
import styles from './ContactForm.module.css';
import { useLanguage } from '../language/use-language.ts';
import { contactTexts } from './texts.ts';

/** Why a form sent without script was rejected. Not a toast, which could not be dismissed without script. */
export function FormAnswer({ state }: { state: DocumentState }) {
  const words = contactTexts[useLanguage().language];
  if (state !== 'invalid' && state !== 'failed') return null;
  return (
    <p className={`${mark.mark} ${styles.answer} ${styles.failure}`} role="alert">
      <span>{state === 'invalid' ? words.invalid : words.emailFailed}</span> <span>{words.goBack}</span>
    </p>
  );
}
