import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Content } from '#contract/content/content.ts';
import { ownerFile } from '#test/fixtures/owner-file.ts';

export const NAME = 'Casa Lume';
/** For the dark theme; also used where only one theme can be shown. */
export const ACCENT = '#7dd3a0';
export const TEXT = '#f1ebdf';
export const GROUND = '#0b1012';
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 10"><path d="M0 0H50V10H0Z" fill="#1d6b45"/></svg>';
/** What they say; their files go into `folder`. */
export function brandContent(folder: string): Content {
  const logo = (size: string) => ownerFile(folder, 'svg', LOGO.replace('50 10', size));
  return {
    'brand.name': NAME,
    'brand.markAt': null,
    'brand.ground': GROUND,
    'brand.accent': { dark: ACCENT, light: LIGHT },
    'brand.logo': { dark: logo('50 10'), light: logo('50 11') },
    social: ['https://www.instagram.com/lume', 'https://pt.linkedin.com/company/lume'],
    'legal.entity': 'Lume Unipessoal, Lda.',
    'legal.email': 'dados@lume.example',
    'legal.retentionMonths': 3,
    'legal.complaintsBook': 'https://livro.example',
    'contact.phone': '+351 210 000 000',
    people: [
      {
        name: 'Vera Lume',
        portrait: ownerFile(folder, 'png', createCanvas(640, 800).toBuffer('image/png')),
        role: { en: 'Design', pt: 'Desenho', es: 'Dibujo' },
      },
    ],
    'text.home.title.pt': 'A luz da casa',
  };
}

export const LIGHT = '#1d6b45';
/** Our own accents. */
export const OURS = ['#ff7d47', '#ae3a13'];

/** Returns the number of colours in a cover drawing where the name is. */
export async function inksAtName(svg: Buffer): Promise<number> {
  const canvas = createCanvas(1200, 1800);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(svg), 0, 0, 1200, 1800);
  const { data } = context.getImageData(60, 90, 310, 110);
  return new Set(new Uint32Array(data.buffer)).size;
}
