/** Apart from the other words, because nobody is asked unless an ID is set. */
export const consentEn = {
  label: 'Visit statistics',
  /** Joins the privacy notice. */
  notice: 'Visits are counted by Google only where you have agreed to it.',
  question: 'May we count visits with Google? Only if you agree; you can change your mind below.',
  accept: 'Agree',
  decline: 'Decline',
};

export type ConsentText = typeof consentEn;
