/** Apart from the other words, because they load once somebody types an address. */
export const address = {
  invalid: 'Please enter a valid email address.',
  /** Before another address, and a question mark. */
  meant: 'Did you mean',
};

export type AddressText = typeof address;
