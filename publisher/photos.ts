import type { FileRef } from '#contract/content/content.ts';
import { contactOf } from '#contract/content/own-facts.ts';
import type { Facts } from '#contract/content/facts.ts';
import { CASE_PICTURE, PORTRAIT } from '#contract/content/pictures.ts';
import type { PhotoFiles, ShownCase, ShownEvidence, ShownPerson } from '#contract/site.ts';
import type { AddressOf } from './own-picture.ts';

const CUTS = {
  // Faces are closer to the top.
  people: { name: 'portrait', cut: { ...PORTRAIT, x: 0.5, y: 0.4 } },
  caseStudy: { name: 'case', cut: { ...CASE_PICTURE, x: 0.5, y: 0.5 } },
};

/** The evidence as the pages show it. @throws Wrong */
export async function shownEvidence(facts: Facts, addressOf: AddressOf): Promise<ShownEvidence> {
  const people: ShownPerson[] = [];
  // One at a time: drawing a large picture takes 200 MB.
  for (const [at, { portrait, ...person }] of facts.people.entries()) {
    const photo = portrait && (await photoOf(portrait, 'people', `[${at}].portrait`));
    people.push({ ...person, portrait: photo });
  }
  return {
    people: people.length === 0 ? null : people,
    caseStudy: facts.caseStudy && (await shownCase(facts.caseStudy)),
    contact: contactOf(facts),
  };

  async function shownCase({ picture, ...story }: NonNullable<Facts['caseStudy']>): Promise<ShownCase> {
    if (picture === null) return { ...story, picture: null };
    const photo = await photoOf(picture, 'caseStudy', '.picture.file');
    return { ...story, picture: { photo, alt: picture.alt } };
  }

  /** In two widths and two formats. */
  async function photoOf({ file }: FileRef, field: keyof typeof CUTS, at: string): Promise<PhotoFiles> {
    const { name, cut } = CUTS[field];
    const { width, height } = cut;
    const drawn = (wide: number, format: 'avif' | 'webp') =>
      addressOf({ file, cut, wide, format }, `${name}-${wide}`, { field, at });
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
