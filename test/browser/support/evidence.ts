import { createCanvas } from '@napi-rs/canvas';
import type { Content } from '#contract/content/content.ts';
import { sampleCase, told } from '#test/fixtures/cases.ts';
import { ownerFile } from '#test/fixtures/owner-file.ts';

/** All evidence that an owner can give; one person has no portrait. */
export async function writeEvidence(folder: string): Promise<Content> {
  const portrait = ownerFile(folder, 'jpg', await picture(900, 1200));
  const scene = ownerFile(folder, 'jpg', await picture(1600, 1000));
  return {
    people: [
      { name: 'Ana Prado', role: { en: 'Strategy and brands', pt: 'Estratégia e marcas' }, portrait },
      { name: 'Maria Antónia Vasconcelos', role: { en: 'Words', pt: 'Palavras' }, portrait: null },
      { name: 'Rui Sá', role: { en: 'Search and advertising', pt: 'Pesquisa e publicidade' }, portrait },
    ],
    cases: [
      sampleCase('bakery', '', {
        client: told({ en: 'A family bakery in Braga', pt: 'Uma padaria de família em Braga' }),
        line: told({ en: 'Three shops with one name.', pt: 'Três lojas com um só nome.' }),
        asked: told({
          en: 'Three shops, three signs, and nobody who knew that they belong together.',
          pt: 'Três lojas, três letreiros, e ninguém sabia que eram da mesma casa.',
        }),
        done: told({
          en: 'One name on every bag, and one page that says when the bread is warm.',
          pt: 'Um só nome em todos os sacos, e uma página que diz quando há pão quente.',
        }),
        since: told({
          en: 'People ask for it by its name, and come at the right hour.',
          pt: 'As pessoas pedem pelo nome, e vêm à hora certa.',
        }),
        pictures: [
          { ...scene, focus: { x: 0.5, y: 0.4 }, alt: told({ en: 'A shop window', pt: 'Uma montra' }) },
        ],
      }),
      sampleCase('oficina', '', {
        client: told({ pt: 'Oficina da Sé' }),
        line: told({ pt: 'Uma oficina sempre cheia.' }),
        asked: told({ pt: 'Que se visse da rua.' }),
        done: told({ pt: 'Uma roda na parede.' }),
        since: told({ pt: 'Há fila ao sábado.' }),
      }),
    ],
    'contact.email': 'ola.bom.dia@agencia-com-nome-comprido.example',
    'contact.phone': '+351 210 000 000',
    'contact.address': ['Rua do Sol 1', '1000-001 Lisboa'],
    'contact.reply': { en: 'We answer within one working day.', pt: 'Respondemos no prazo de um dia útil.' },
    'contact.booking': 'https://booking.example/agency',
    'contact.whatsapp': '+351 910 000 000',
  };
}

function picture(width: number, height: number): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#b9a58a';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#5b4636';
  context.beginPath();
  context.arc(width / 2, height * 0.4, height * 0.17, 0, 2 * Math.PI);
  context.ellipse(width / 2, height, height * 0.34, height * 0.36, 0, 0, 2 * Math.PI);
  context.fill();
  return canvas.encode('jpeg', 90);
}
