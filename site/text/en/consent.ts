/** Apart from the other words, because nobody is asked unless an ID is set. */
export const consent = {
  label: 'Visit statistics',
  /** Appended to the privacy notice. */
  notice: 'Google counts visits only if you agree.',
  question: 'May Google use cookies to count visits? Change this under “Cookies”.',
  accept: 'Agree',
  decline: 'Decline',
};

export type ConsentText = typeof consent;
