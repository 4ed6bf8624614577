import { CONTACT_FIELDS, type ContactField, type ContactProblem } from '#contract/contact.ts';
import { Field } from '#ui/Field.tsx';
import styles from './ContactForm.module.css';
import { sentenceOf } from './sentence.ts';
import { useLanguage } from '../language/use-language.ts';
import type { ContactText } from '../text/en/contact.ts';
import { LateAddressCheck } from '../subscribe/LateAddressCheck.tsx';
import { values } from '../values.ts';
import { contactTexts } from './texts.ts';

/** Autofill and validation of each field. No maxlength: it would truncate pasted text unnoticed. */
const KINDS: Record<ContactField, Partial<Parameters<typeof Field>[0]>> = {
  name: { autoComplete: 'name', autoCapitalize: 'words' },
  company: { autoComplete: 'organization', autoCapitalize: 'words' },
  email: {
    // Not type email: see subscribe/AddressField.tsx.
    autoComplete: 'email',
    inputMode: 'email',
    autoCapitalize: 'off',
    spellCheck: false,
  },
  phone: { type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
  // Not type url, which would reject an address without a scheme.
  website: {
    autoComplete: 'url',
    inputMode: 'url',
    autoCapitalize: 'off',
    spellCheck: false,
    className: styles.wide,
  },
  message: { multiline: true, className: styles.wide },
};

/** The element ID of a field of the contact form. */
export function fieldId(field: ContactField): string {
  return `contact-${field}`;
}

const isOptional = (field: ContactField) => values.optionalFields.some((one) => one === field);

export function fieldLabel(field: ContactField, words: ContactText): string {
  return isOptional(field) ? `${words[field]} ${words.optional}` : words[field];
}

/** A missing value has no long sentence: one above the button covers all fields. */
function errorOf({ code }: ContactProblem, words: ContactText): string {
  return code === 'required' ? words.fieldRequired : sentenceOf(code, words);
}

type Props = { problems: ContactProblem[]; readOnly: boolean; isTouched: boolean };

/** All fields, each with its problem if any. */
export function ContactFields({ problems, readOnly, isTouched }: Props) {
  const words = contactTexts[useLanguage().language];
  return CONTACT_FIELDS.map((field) => {
    const problem = problems.find((found) => found.field === field);
    return (
      <Field
        key={field}
        id={fieldId(field)}
        name={field}
        label={fieldLabel(field, words)}
        required={!isOptional(field)}
        readOnly={readOnly}
        error={problem ? errorOf(problem, words) : null}
        {...KINDS[field]}
      >
        {isTouched && field === 'email' && (
          <LateAddressCheck id={fieldId(field)} quiet={problem !== undefined} />
        )}
      </Field>
    );
  });
}
