import type { answerEn } from './answer.en.ts';

export const answerPt: typeof answerEn = { subject: (brand) => `a sua mensagem para ${brand}` };
