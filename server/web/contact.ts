import { parseContact, type Contact } from '#contract/contact.ts';
import { FALLBACK_LANGUAGE, isLanguage } from '#contract/language.ts';
import { PATHS } from '#contract/pages.ts';
import { identifyMessage, type MessageStore } from '#server/messages/message.ts';
import { isPossiblePhone } from '#server/messages/phone.ts';
import type { FormRules, Reading } from './form-post.ts';

/** The contact form. `now`: milliseconds since 1970. */
export function contactForm(store: MessageStore, now: () => number): FormRules<Contact> {
  return {
    read: ({ value }) => readContact(value),
    mailKeyOf: () => null,
    add: (contact, { suspect, mailWait }) =>
      store.add({ ...identifyMessage(contact, suspect, now()), mailWait }),
    pageFor: (end, { language }) => {
      const lang = isLanguage(language) ? language : FALLBACK_LANGUAGE;
      return `${PATHS.contact}?state=${end === 'stored' ? 'sent' : end}&lang=${lang}`;
    },
    trouble: 'a message was not stored',
  };
}

async function readContact(body: unknown): Promise<Reading<Contact>> {
  const parsed = parseContact(body);
  if (!parsed.ok || (await isPossiblePhone(parsed.value.phone))) return parsed;
  return { ok: false, problems: [{ field: 'phone', code: 'invalid-phone' }] };
}
