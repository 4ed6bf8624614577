/** Facts for the privacy notice, from site.config.ts. */
export type NoticeFacts = {
  entity: string;
  email: string;
  formService: string | null;
  retentionMonths: number;
};

/** A heading and the text below it. */
export type NoticeSection = [term: string, words: string];

/** The privacy notice. Apart from the other words, because it loads only on request. */
export function noticeEn(p: NoticeFacts): NoticeSection[] {
  return [
    [
      'Who holds your data',
      `${p.entity}. Write to ${p.email}.${p.formService ? ` Our form is operated by ${p.formService}.` : ''}`,
    ],
    [
      'What we collect',
      'The email address you enter, your language and the time, the book you ask about, the page or campaign that brought you here, and which version of this text you saw.',
    ],
    [
      'Why we use it',
      'To tell you that this site has opened, what’s new at launch and, if you asked for it, that a book is out. We don’t sell it, rent it or use it for anything else.',
    ],
    ['Legal basis', 'Your consent, which you give by submitting the form.'],
    [
      'How long we keep it',
      `Until you ask us to erase it, and for no more than ${p.retentionMonths} months after the site opens or after you last submitted a form, whichever is later.`,
    ],
    [
      'Contact form messages',
      `If you write to us with the contact form, we also keep what you write in it: your name, company, phone, website and message. We use it only to reply to you. Our legal basis is your request, not consent to news, and we don’t add your address to any list. We keep it until you ask us to erase it, but no longer than the period above. It goes to the mailbox of ${p.entity} and to nobody else.`,
    ],
    [
      'Unsubscribing',
      `Email ${p.email} at any time and we’ll erase your address. Every email we send explains how to unsubscribe.`,
    ],
    [
      'Your rights',
      'You can ask to see, correct, receive a copy of or erase the data we hold, and complain to your data protection authority.',
    ],
    [
      'Page statistics',
      'Our server counts how often each page is loaded: the hour, the page, its language and the site that linked here. It doesn’t use cookies for this, and stores no IP address or anything else that tells one visitor from another.',
    ],
    ['Cookies', 'One cookie remembers the language you chose.'],
  ];
}
