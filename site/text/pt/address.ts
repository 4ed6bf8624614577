import type { AddressText } from '../en/address.ts';

export const address: AddressText = {
  invalid: 'Indique um endereço de e-\u2060mail válido.',
  meant: 'Quis dizer',
};
