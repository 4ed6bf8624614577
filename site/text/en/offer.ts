/** An available book. Apart from the other words, because they are built in only if there is one. */
export const offer = {
  status: 'Available now',
  format: 'E-book, {kinds}',
  notify: 'Send me the book',
  note: '{name} sends the book to this address, and tells you when there’s a new edition. Opt out any time.',
  /** In the privacy notice. */
  label: 'Books',
  notice: 'If you ask for a book, we send it to your address, and tell you when there’s a new edition of it.',
  thanks: 'Thank you! Your book is on its way to your inbox.',
};

export type OfferText = typeof offer;
