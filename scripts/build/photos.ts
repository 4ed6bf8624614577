import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type {
  CaseStudy,
  Evidence,
  Person,
  Photo,
  ShownCase,
  ShownEvidence,
  ShownPerson,
} from '#contract/site.ts';
import { drawnOnce } from './pictures/kept.ts';
import { drawPhoto, PhotoError, SHAPES } from './pictures/photo.ts';
import { ROOT } from './root.ts';
import { SiteConfigError } from './site-config.ts';
import { write } from './write.ts';

/** Draws one of the owner's pictures for the pages. `place`: its place in `site.config.ts`. */
type Draw = (path: string, kind: keyof typeof SHAPES, place: string) => Promise<Photo>;

/** The owner's pictures, whose contents tell the build whether one has changed. */
export function photoSources({ people, caseStudy }: Evidence): string[] {
  return [...people.map(({ portrait }) => portrait), caseStudy?.picture?.file]
    .filter((file) => file !== undefined)
    .map((file) => resolve(ROOT, file));
}

/**
 * The evidence as the pages show it, with the picture files by their path in the build.
 * @param now milliseconds since 1970.
 * @throws SiteConfigError when a picture cannot be used.
 */
export async function drawEvidence(
  { people, caseStudy, contact }: Evidence,
  now: number,
  lineOf: (place: string) => string = () => '',
): Promise<ShownEvidence & { files: Map<string, Buffer> }> {
  const files = new Map<string, Buffer>();
  const draw: Draw = async (path, kind, place) => {
    try {
      return await drawPhotos(await readFile(resolve(ROOT, path)), kind, now, files);
    } catch (error) {
      if (!(error instanceof PhotoError)) throw error;
      throw new SiteConfigError(
        `Please mend site.config.ts:\n${lineOf(place)}${place} must be ${error.message}`,
      );
    }
  };
  const shown: ShownPerson[] = [];
  // One at a time: drawing a large picture takes 200 MB.
  for (const [at, person] of people.entries()) shown.push(await shownPerson(person, at, draw));
  return {
    people: shown.length === 0 ? null : shown,
    caseStudy: caseStudy && (await shownCase(caseStudy, draw)),
    contact: Object.values(contact).every((fact) => fact === null) ? null : contact,
    files,
  };
}

async function shownPerson({ portrait, ...person }: Person, at: number, draw: Draw): Promise<ShownPerson> {
  const photo = portrait === undefined ? null : await draw(portrait, 'portrait', `people[${at}].portrait`);
  return { ...person, portrait: photo };
}

async function shownCase({ picture, ...story }: CaseStudy, draw: Draw): Promise<ShownCase> {
  if (picture === undefined) return { ...story, picture: null };
  const photo = await draw(picture.file, 'case', 'caseStudy.picture.file');
  return { ...story, picture: { photo, alt: picture.alt } };
}

/** In two widths and two formats. */
async function drawPhotos(
  file: Buffer,
  kind: keyof typeof SHAPES,
  now: number,
  files: Map<string, Buffer>,
): Promise<Photo> {
  const shape = SHAPES[kind];
  const { width, height } = shape;
  const drawn = async (wide: number, format: 'avif' | 'webp') => {
    const picture = await drawnOnce({ shape, wide, format }, [file], now, () =>
      drawPhoto(file, shape, wide, format),
    );
    const hash = createHash('sha256').update(picture).digest('hex').slice(0, 8);
    const path = `static/media/${kind}-${wide}.${hash}.${format}`;
    files.set(path, picture);
    return `/${path}`;
  };
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

export async function writePhotos(files: Map<string, Buffer>, out: string): Promise<void> {
  for (const [path, picture] of files) await write(join(out, path), picture);
}
