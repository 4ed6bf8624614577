import { bookWords, LAUNCH_WORDS } from '#contract/announcement.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { MailName, MailTemplates } from '#contract/mails.ts';

/** An announcement with the words that stand there before the owner writes. */
export function withSuggestedWords(mails: MailTemplates): MailTemplates {
  const suggested = {
    announcement: LAUNCH_WORDS,
    'announcement-book': bookWords({ en: 'A book', pt: 'Um livro' }),
  };
  for (const [name, words] of Object.entries(suggested)) {
    for (const language of LANGUAGES) {
      const mail = mails[name as MailName][language];
      for (const [place, text] of Object.entries(words[language]))
        for (const part of ['subject', 'html', 'text'] as const)
          mail[part] = mail[part].replaceAll(`{{${place}}}`, text);
    }
  }
  return mails;
}
