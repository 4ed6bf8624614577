import { useEffect, useRef, type MouseEvent } from 'react';
import mark from '#ui/ErrorMark.module.css';
import { CONTACT_CODES, type ContactField, type ContactProblem } from '#contract/contact.ts';
import { fieldId, fieldLabel } from './ContactFields.tsx';
import styles from './ContactForm.module.css';
import { sentenceOf } from './sentence.ts';
import { useLanguage } from '../language/use-language.ts';
import { contactTexts } from './texts.ts';

type Props = {
  problems: ContactProblem[];
  /** Increases with each rejected attempt, which moves the focus here. */
  refusals: number;
};

/** Each sentence once, with links to its fields. Placed above the button that was pressed. */
export function ErrorSummary({ problems, refusals }: Props) {
  const words = contactTexts[useLanguage().language];
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals > 0) summary.current?.focus();
  }, [refusals]);
  if (problems.length === 0) return null;
  const codes = CONTACT_CODES.filter((code) => problems.some((problem) => problem.code === code));
  return (
    <div className={styles.summary} ref={summary} tabIndex={-1} role="group" aria-labelledby="contact-errors">
      <ul id="contact-errors">
        {codes.map((code) => (
          <li key={code} className={mark.mark}>
            <span>{sentenceOf(code, words)}</span>{' '}
            {problems
              .filter((problem) => problem.code === code)
              .map(({ field }) => (
                <a key={field} href={`#${fieldId(field)}`} onClick={goTo(field)}>
                  {fieldLabel(field, words)}
                </a>
              ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A fragment in the URL would stay, and scroll again on a reload. */
function goTo(field: ContactField) {
  return (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById(fieldId(field))?.focus();
  };
}
