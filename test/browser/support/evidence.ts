import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import type { Evidence } from '#contract/site.ts';

/** All evidence that an owner can give in `site.config.ts`; one person has no portrait. */
export async function writeEvidence(folder: string): Promise<Evidence> {
  const portrait = await picture(join(folder, 'portrait.jpg'), 900, 1200);
  const scene = await picture(join(folder, 'case.jpg'), 1600, 1000);
  return {
    people: [
      { name: 'Ana Prado', role: { en: 'Strategy and brands', pt: 'Estratégia e marcas' }, portrait },
      { name: 'Maria Antónia Vasconcelos', role: { en: 'Words', pt: 'Palavras' } },
      { name: 'Rui Sá', role: { en: 'Search and advertising', pt: 'Pesquisa e publicidade' }, portrait },
    ],
    caseStudy: {
      client: { en: 'A family bakery in Braga', pt: 'Uma padaria de família em Braga' },
      before: {
        en: 'Three shops, three signs, and nobody who knew that they belong together.',
        pt: 'Três lojas, três letreiros, e ninguém sabia que eram da mesma casa.',
      },
      decision: {
        en: 'One name on every bag, and one page that says when the bread is warm.',
        pt: 'Um só nome em todos os sacos, e uma página que diz quando há pão quente.',
      },
      after: {
        en: 'People ask for it by its name, and come at the right hour.',
        pt: 'As pessoas pedem pelo nome, e vêm à hora certa.',
      },
      picture: { file: scene, alt: { en: 'A shop window', pt: 'Uma montra' } },
    },
    contact: {
      email: 'ola.bom.dia@agencia-com-nome-comprido.example',
      phone: '+351 210 000 000',
      address: ['Rua do Sol 1', '1000-001 Lisboa'],
      reply: { en: 'We answer within one working day.', pt: 'Respondemos no prazo de um dia útil.' },
      booking: 'https://booking.example/agency',
      whatsapp: '+351 910 000 000',
    },
  };
}

async function picture(file: string, width: number, height: number): Promise<string> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#b9a58a';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#5b4636';
  context.beginPath();
  context.arc(width / 2, height * 0.4, height * 0.17, 0, 2 * Math.PI);
  context.ellipse(width / 2, height, height * 0.34, height * 0.36, 0, 0, 2 * Math.PI);
  context.fill();
  await writeFile(file, await canvas.encode('jpeg', 90));
  return file;
}
