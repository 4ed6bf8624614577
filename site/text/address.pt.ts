import type { AddressText } from './address.en.ts';

export const addressPt: AddressText = {
  invalid: 'Indique um endereço de e-\u2060mail válido.',
  meant: 'Quis dizer',
};
