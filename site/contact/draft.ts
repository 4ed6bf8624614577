import { CONTACT_FIELDS, forEachField } from '#contract/contact.ts';
import { CONTACT_ENDPOINT, type Filled } from './send.ts';

// Text typed before this script loaded: on a page translated by the browser, React renders the form again.
const early =
  typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLFormElement>(`form[action="${CONTACT_ENDPOINT}"]`);

/** Only in memory: lost when the tab closes. */
let draft: Filled | null = early && readForm(early);

export function readForm(form: HTMLFormElement): Filled {
  const data = new FormData(form);
  return forEachField((name) => String(data.get(name) ?? ''));
}

export function isEmpty(filled: Filled): boolean {
  return Object.values(filled).every((text) => text === '');
}

/** Keeps typed text while the visitor opens other pages of the site. */
export function keepDraft(form: HTMLFormElement): void {
  draft = readForm(form);
}

/** Restores the kept text into fields that are still empty. */
export function restoreDraft(form: HTMLFormElement): void {
  if (draft === null) return;
  for (const name of CONTACT_FIELDS) {
    const field = form.elements.namedItem(name);
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (isText && field.value === '') field.value = draft[name];
  }
}

export function dropDraft(): void {
  draft = null;
}
