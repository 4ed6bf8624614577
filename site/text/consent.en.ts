/** Apart from the other words, because nobody is asked unless an ID is set. */
export const consentEn = {
  label: 'Visit statistics',
  /** Joins the privacy notice. */
  notice: 'Google counts visits only if you’ve agreed to it.',
  question: 'May Google count visits with cookies? Change your mind under “Cookies”.',
  accept: 'Agree',
  decline: 'Decline',
};

export type ConsentText = typeof consentEn;
