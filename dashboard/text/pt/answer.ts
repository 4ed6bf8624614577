import type { answer as english } from '../en/answer.ts';

export const answer: typeof english = { subject: (brand) => `a sua mensagem para ${brand}` };
