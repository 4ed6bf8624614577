import type { launchDay as english } from '../en/launch-day.ts';
import type { Translated } from '../words.ts';

export const launchDay: Translated<typeof english> = {
  title: 'O site está online',
  told: 'de {total} [pessoa já avisada|pessoas já avisadas]',
  look: 'Ver o lançamento',
  visits: 'Páginas vistas desde o lançamento',
  visitsHint: 'Páginas, não pessoas.',
  signups: 'Novas subscrições desde então',
  messages: 'Mensagens desde então',
  left: 'Cancelamentos depois do e-mail',
  letter: 'Newsletter',
  letterTitle: '«{title}»',
  letterText: 'Enviados desde {date}: {n}',
};
