import { createCanvas, loadImage } from '@napi-rs/canvas';

export const NAME = 'Casa Lume';
/** For the dark theme; also used where only one theme can be shown. */
export const ACCENT = '#7dd3a0';
export const TEXT = '#f1ebdf';
export const GROUND = '#0b1012';
export const SITE = `export const site = {
  brand: { name: '${NAME}', markAt: null, ground: '${GROUND}' },
  social: { instagram: 'https://social.example/lume', linkedin: 'https://work.example/lume' },
  legal: {
    entity: 'Lume Unipessoal, Lda.',
    email: 'dados@lume.example',
    retentionMonths: 3,
    complaintsBook: 'https://livro.example',
  },
};
export const look = { accent: { dark: '${ACCENT}', light: '#1d6b45' } };
export const people = [
  {
    name: 'Vera Lume', portrait: 'brand/people/vera.png',
    role: { en: 'Design', pt: 'Desenho', es: 'Dibujo' },
  },
];
export const contact = { phone: '+351 210 000 000' };
`;
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 10"><path d="M0 0H50V10H0Z" fill="#1d6b45"/></svg>';
export const LIGHT = '#1d6b45';
/** Our own accents. */
export const OURS = ['#ff7d47', '#ae3a13'];

/** Returns the number of colours in a cover drawing where the name stands. */
export async function inksAtName(svg: Buffer): Promise<number> {
  const canvas = createCanvas(1200, 1800);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(svg), 0, 0, 1200, 1800);
  const { data } = context.getImageData(60, 90, 310, 110);
  return new Set(new Uint32Array(data.buffer)).size;
}
