/** Apart from the other words, because only one page needs them. */
export const contact = {
  title: 'Say it briefly.',
  lead: 'Two lines are enough to start. We’ll ask about the rest.',
  name: 'Name',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  reply: 'Answer',
  booking: 'Book a call',
  whatsapp: 'Message us on WhatsApp',
  website: 'Website',
  message: 'Message',
  note: '{name} keeps your message only to answer you. It doesn’t put you on any list.',
  /** After the name of a field. */
  optional: '(optional)',
  submit: 'Send message',
  sending: 'Sending…',
  required: 'Please fill in all required fields.',
  /** Below each missing field. */
  fieldRequired: 'Required.',
  invalidEmail: 'Please enter a valid email address.',
  invalidPhone: 'Please enter a valid phone number.',
  invalidWebsite: 'Please enter a valid website address.',
  tooLong: 'This text is too long. Please shorten it.',
  emailSuccess: 'Email successfully sent!',
  /** Replaces the form, as long as the visitor stays. */
  thanks: 'Thank you. Your message has arrived.',
  another: 'Send another message',
  emailFailed: 'Failed to send email. Please try again.',
  emailError: 'There was an error sending the email. Please try again.',
  dismiss: 'Dismiss',
  /** For a form sent without script: the invalid field is unknown. */
  invalid: 'Some fields are missing or invalid.',
  goBack: 'Go back to correct them. Your text is still there.',
};

export type ContactText = typeof contact;
