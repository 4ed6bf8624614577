/** Apart from the other words, because nobody is asked unless an ID is set. */
export const consentEn = {
  label: 'Visit statistics',
  /** Joins the privacy notice. */
  notice: 'Google counts visits only if you’ve agreed to it.',
  question:
    'May we count visits with Google? Only if you agree. You can change your mind under “Cookies” in the footer.',
  accept: 'Agree',
  decline: 'Decline',
};

export type ConsentText = typeof consentEn;
