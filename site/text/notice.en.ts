/** What the privacy notice needs to know; from site.config.ts. */
export type NoticeFacts = {
  entity: string;
  email: string;
  formService: string | null;
  retentionMonths: number;
};

/** A heading and what stands under it. */
export type NoticeSection = [term: string, words: string];

/** The privacy notice. Apart from the other words, because it is loaded only when somebody asks for it. */
export function noticeEn(p: NoticeFacts): NoticeSection[] {
  return [
    [
      'Who keeps it',
      `${p.entity}. Write to ${p.email}.${p.formService ? ` The form is run for us by ${p.formService}.` : ''}`,
    ],
    [
      'What',
      'The email address you leave, the language and the time, the book you ask about, the page or campaign that brought you here, and which version of this text you saw.',
    ],
    [
      'What for',
      'To tell you that this site has opened, what’s new at the opening and, if you asked for it, that a book is out. It isn’t sold, rented or used for anything else.',
    ],
    ['On what basis', 'Your consent, given by sending the form.'],
    [
      'How long',
      `Until you ask us to erase it, and at most ${p.retentionMonths} months after the opening or, if that’s later, after you last sent a form.`,
    ],
    [
      'Messages',
      `If you write to us with the contact form, we also keep what you write in it: your name, company, phone, website and message. We keep it only to answer you: our basis is your request, not consent to news, and your address joins no list. It stays until you ask us to erase it, but no longer than the time above. It goes to the mailbox of ${p.entity} and to nobody else.`,
    ],
    [
      'Leaving',
      `Write to ${p.email} at any time and your address is erased. Every email we send says how to leave.`,
    ],
    [
      'Your rights',
      'You may ask to see, correct, take with you or erase what we keep, and complain to your data protection authority.',
    ],
    [
      'Counting pages',
      'Our server counts how often each page is asked for: the hour, the page, its language and the site whose link led here. It uses no cookie for that and keeps no IP address, nor anything else that tells one visitor from another.',
    ],
    ['Cookies', 'One cookie remembers the language you chose.'],
  ];
}
