/** The privacy notice. Apart from the other words, because it is loaded only when somebody asks for it. */
export const notice: NoticeText = {
  holder: ['Who holds your data', '{entity}. Write to {email}.'],
  /** Follows there where a foreign service takes the addresses. */
  formService: 'Our form is operated by {formService}.',
  sections: [
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
      'Until you ask us to erase it, and for no more than {retentionMonths} months after the site opens or after you last submitted a form, whichever is later. Backups hold it for up to 30 days more.',
    ],
    [
      'Contact form messages',
      'If you write to us with the contact form, we also keep what you write in it: your name, company, phone, website and message. We use it only to reply to you. Our legal basis is your request, not consent to news, and we don’t add your address to any list. We keep it until you ask us to erase it, but no longer than the period above. It goes to the mailbox of {entity} and to nobody else.',
    ],
    [
      'Unsubscribing',
      'Email {email} at any time and we’ll erase your address. Every email we send explains how to unsubscribe.',
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
  ],
  newsletter: [
    'Newsletter',
    'If you subscribe to our newsletter, we use your address for it until you leave, and for no more than {retentionMonths} months after the last one.',
  ],
};

export type NoticeText = {
  holder: [term: string, words: string];
  formService: string;
  sections: [term: string, words: string][];
  /** Follows where there is one. */
  newsletter: [term: string, words: string];
};
