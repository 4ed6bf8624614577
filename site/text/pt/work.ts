import type { WorkText } from '../en/work.ts';

export const work: WorkText = {
  all: 'Trabalhos',
  asked: 'Pedido',
  done: 'Feito',
  since: 'Desde então',
  next: 'Seguinte',
};
