import type { NewsletterText } from '../en/newsletter.ts';

export const newsletter: NewsletterText = {
  title: 'Newsletter',
  prompt: {
    monthly: 'A nossa newsletter: um e-\u2060mail por mês, no máximo.',
    twiceMonthly: 'A nossa newsletter: dois e-\u2060mails por mês, no máximo.',
    weekly: 'A nossa newsletter: um e-\u2060mail por semana, no máximo.',
  },
  field: 'E-mail',
  button: 'Subscrever',
  thanks: 'Obrigado! Confirme no seu e-\u2060mail.',
  first: 'A primeira está a ser escrita.',
  soFar: 'Até agora',
  only: 'Só em {language}',
  onlyHere: 'Esta só existe em {language}.',
  back: 'Todas as newsletters',
  older: 'Anterior',
  newer: 'Mais recente',
  want: 'Receba a próxima por e-\u2060mail',
};
