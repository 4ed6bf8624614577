import { languagesOf } from '#contract/content/cases.ts';
import type { FileRef } from '#contract/content/content.ts';
import { contactOf } from '#contract/content/own-facts.ts';
import type { Case, Facts } from '#contract/content/facts.ts';
import {
  CASE_CROPS,
  CASE_SHAPES,
  PORTRAIT,
  shapeAmong,
  type CaseShape,
  type Crop,
} from '#contract/content/pictures.ts';
import { inEach, LANGUAGES, type Language } from '#contract/language.ts';
import type { CasePicture, PhotoFiles, ShownEvidence, ShownPerson } from '#contract/site.ts';
import type { AddressOf } from './own-picture.ts';

// Faces are closer to the top.
const FACE = { ...PORTRAIT, x: 0.5, y: 0.4 };

/** The evidence as the pages show it. @throws Wrong */
export async function shownEvidence(facts: Facts, addressOf: AddressOf): Promise<ShownEvidence> {
  const people: ShownPerson[] = [];
  // One at a time: drawing a large picture takes 200 MB.
  for (const [at, { portrait, ...person }] of facts.people.entries()) {
    const photo = portrait && (await portraitOf(portrait, `[${at}].portrait`));
    people.push({ ...person, portrait: photo });
  }
  return {
    people: people.length === 0 ? null : people,
    ...(await shownCases(facts.cases, addressOf)),
    contact: contactOf(facts),
  };

  /** In two widths and two formats. */
  async function portraitOf({ file }: FileRef, at: string): Promise<PhotoFiles> {
    const { width, height } = PORTRAIT;
    const drawn = (wide: number, format: 'avif' | 'webp') =>
      addressOf({ file, cut: FACE, wide, format }, `portrait-${wide}`, { field: 'people', at });
    const setOf = async (format: 'avif' | 'webp') =>
      `${await drawn(width / 2, format)} ${width / 2}w, ${await drawn(width, format)} ${width}w`;
    return {
      avif: await setOf('avif'),
      webp: await setOf('webp'),
      src: await drawn(width, 'webp'),
      width,
      height,
    };
  }
}

async function shownCases(
  cases: readonly Case[],
  addressOf: AddressOf,
): Promise<Pick<ShownEvidence, 'cases' | 'stories'>> {
  const shown: Pick<ShownEvidence, 'cases' | 'stories'> = { cases: [], stories: {} };
  for (const [n, { slug, client, line, pictures, ...story }] of cases.entries()) {
    const told = languagesOf({ client, ...story });
    const where = (words: Record<Language, string>) =>
      inEach((language) => (told.includes(language) ? words[language] : ''));
    const drawn: CasePicture[] = [];
    for (const [at, picture] of pictures.entries())
      drawn.push(await casePicture(picture, `[${n}].pictures[${at}].file`, addressOf));
    shown.cases.push({ slug, client: where(client), line: where(line), picture: drawn[0] ?? null });
    shown.stories[slug] = { ...story, pictures: drawn.map((one) => withShapes(one, ALONE)) };
  }
  const among = LANGUAGES.map((language) => shown.cases.filter(({ client }) => client[language] !== ''));
  const inShapes = shown.cases.map((one) => {
    const shapes = among.flatMap((all) =>
      all.includes(one) ? [shapeAmong(all.indexOf(one), all.length)] : [],
    );
    return { ...one, picture: one.picture && withShapes(one.picture, [TALL, ...shapes]) };
  });
  return { ...shown, cases: inShapes };
}

/** Of a case on a phone among others, and on its own page. */
const TALL: CaseShape = '4x3';
const ALONE: CaseShape[] = ['4x5', '16x9'];

/** What a page does not show it is not told. */
function withShapes({ avif, ...picture }: CasePicture, shapes: CaseShape[]): CasePicture {
  return { avif: Object.fromEntries(shapes.map((shape) => [shape, avif[shape]])), ...picture };
}

/** In each shape, and in one for browsers without AVIF: the page cuts it. */
async function casePicture(
  { file, focus, alt }: Case['pictures'][number],
  at: string,
  addressOf: AddressOf,
): Promise<CasePicture> {
  const drawn = (shape: CaseShape, wide: number, format: 'avif' | 'webp') => {
    const { width, height } = CASE_CROPS[shape];
    const cut = { width, height, ...focus };
    return addressOf({ file, cut, wide, format }, `case-${shape}-${wide}`, { field: 'cases', at });
  };
  const avif: CasePicture['avif'] = {};
  for (const shape of CASE_SHAPES) {
    const { width, smaller }: Crop = CASE_CROPS[shape];
    const widths = smaller === undefined ? [width] : [smaller, width];
    const set: string[] = [];
    for (const wide of widths) set.push(`${await drawn(shape, wide, 'avif')} ${wide}w`);
    avif[shape] = set.join(', ');
  }
  return { avif, src: await drawn('4x3', CASE_CROPS['4x3'].width, 'webp'), alt };
}
