import { parseContact, type OptionalField } from '#contract/contact.ts';
import { FALLBACK_LANGUAGE, isLanguage } from '#contract/language.ts';
import { PATHS } from '#contract/pages.ts';
import { identifyMessage, type MessageStore, type NewMessage } from '#server/messages/message.ts';
import { isPossiblePhone } from '#server/messages/phone.ts';
import type { FormRules } from './form-post.ts';

/** The contact form; `optional` fields may be empty. `now`: milliseconds since 1970. */
export function contactForm(
  store: MessageStore,
  optional: readonly OptionalField[],
  now: () => number,
): FormRules<NewMessage> {
  return {
    async parse(posted) {
      const parsed = parseContact(posted.value, optional);
      if (!parsed.ok) return parsed;
      const contact = parsed.value;
      if (contact.phone !== null && !(await isPossiblePhone(contact.phone))) {
        return { ok: false, problems: [{ field: 'phone', code: 'invalid-phone' }] };
      }
      return { ok: true, value: identifyMessage(contact, null, now()), mailKey: null };
    },
    store,
    pageFor: (end, { language }) => {
      const lang = isLanguage(language) ? language : FALLBACK_LANGUAGE;
      return `${PATHS.contact}?state=${end === 'stored' ? 'sent' : end}&lang=${lang}`;
    },
    trouble: 'a message was not stored',
  };
}
