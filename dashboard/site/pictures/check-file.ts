import { MOST_FILE_BYTES, MOST_FILES_BYTES, MOST_PICTURE_BYTES } from '#contract/content/content.ts';
import { fileKind, LOGO_KINDS, PHOTO_KINDS, type FileKind } from '#contract/content/file-kinds.ts';
import { logoFault, sizeFault, type Size } from '#contract/content/pictures.ts';
import { isLogoCode, type LogoCode } from '#contract/content/problems.ts';
import { BOOK_KINDS } from '#contract/books.ts';
import type { FileLook } from '#contract/owner/site.ts';
import type { UseWords } from '../../words.ts';

/** What a file is chosen for. */
/** `least`: of a picture. */
export type Wanted = { is: 'picture'; least: Size } | { is: 'logo' } | { is: 'book' };

export type FileProblem =
  | { why: 'kind' | 'locked' | 'no-room' | 'cut' | 'unopened' | 'heavy' }
  | { why: 'pixels'; limit: string }
  | { why: LogoCode; limit: string; found?: string }
  | { why: 'large'; bytes: number }
  | { why: 'small'; size: Size };

const KINDS: Record<Wanted['is'], readonly FileKind[]> = {
  picture: PHOTO_KINDS,
  logo: LOGO_KINDS,
  book: BOOK_KINDS,
};
/** Pictures are read in the browser, too. */
export const MOST_BYTES: Record<Wanted['is'], number> = {
  picture: MOST_PICTURE_BYTES,
  logo: MOST_PICTURE_BYTES,
  book: MOST_FILE_BYTES,
};

/** Why a file cannot be used, before it is sent; null: nothing is seen here. */
export async function fileProblem(file: File, wanted: Wanted): Promise<FileProblem | null> {
  if (file.size > MOST_BYTES[wanted.is]) return { why: 'large', bytes: file.size };
  const head = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  const kind = fileKind(String.fromCharCode(...head));
  if (kind === null || !KINDS[wanted.is].includes(kind)) return { why: 'kind' };
  if (wanted.is === 'book' || kind === 'svg') return null;
  const size = await sizeOf(file);
  return size === null ? null : sizeRefusal(size, wanted);
}

/** Why the server's check of a file does not let it be used; null: nothing. */
export function refusalIn(look: FileLook, wanted: Wanted): FileProblem | null {
  if (look.is === 'picture') return wanted.is === 'book' ? { why: 'kind' } : sizeRefusal(look, wanted);
  if (look.is !== 'refused') return look.is === wanted.is ? null : { why: 'kind' };
  if (isLogoCode(look.why)) return { why: look.why, limit: look.limit };
  if (look.why !== 'too-large') return { why: look.why };
  return wanted.is === 'picture'
    ? { why: 'pixels', limit: look.limit }
    : { why: 'large', bytes: MOST_BYTES[wanted.is] + 1 };
}

/** Why the server could not draw a file that it has looked at, by its code. */
export function drawRefusal(code: string | undefined): FileProblem {
  return { why: UNDRAWN[code ?? ''] ?? 'unopened' };
}

const UNDRAWN: Partial<Record<string, 'no-room' | 'heavy' | 'cut'>> = {
  'no-room': 'no-room',
  'file-heavy': 'heavy',
  'picture-cut': 'cut',
};

function sizeRefusal(size: Size, wanted: Wanted): FileProblem | null {
  if (wanted.is === 'picture') {
    const fault = sizeFault(size, wanted.least);
    if (fault === null) return null;
    return fault.code === 'picture-small' ? { why: 'small', size } : { why: 'pixels', limit: fault.limit };
  }
  const fault = logoFault('png', size);
  return fault && { why: fault.code, limit: fault.limit, found: fault.found ?? '' };
}

/** As it is shown, upright; null: this browser cannot read it, but the server may. */
async function sizeOf(file: File): Promise<Size | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}

/** Why a file was turned down, for the owner who chose it. */
export function sayRefusal({ t, size }: UseWords, refusal: FileProblem, wanted: Wanted): string {
  switch (refusal.why) {
    case 'kind':
      if (wanted.is === 'picture') return t('agency.picture.kind');
      return t(wanted.is === 'logo' ? 'brand.logoKind' : 'agency.books.kind');
    case 'large':
      return t('agency.picture.large', { size: size(refusal.bytes), max: sizeOfLimit(size, wanted) });
    case 'small': {
      const { width: mw, height: mh } = wanted.is === 'picture' ? wanted.least : refusal.size;
      const { width: w, height: h } = refusal.size;
      const [wide, high] = [
        { w: String(w), mw: String(mw) },
        { h: String(h), mh: String(mh) },
      ];
      return mh > 1 ? t('agency.picture.small', { ...wide, ...high }) : t('agency.picture.narrow', wide);
    }
    case 'pixels':
      return t('agency.picture.pixels', { max: refusal.limit });
    case 'locked':
      return t('agency.books.locked');
    case 'cut':
      return t('agency.picture.cut');
    case 'unopened':
      return t('agency.picture.unopened');
    case 'heavy':
      return t('agency.picture.heavy');
    case 'no-room':
      return t('agency.picture.noRoom', { max: size((MOST_FILES_BYTES / 1024 / 1024) * 1e6) });
    default:
      return t(`brand.refused.${refusal.why}`, { limit: refusal.limit, found: refusal.found ?? '' });
  }
}

/** `20 MB`: the limit is a power of two, which nobody says. */
export function sizeOfLimit(size: UseWords['size'], wanted: Wanted): string {
  return size((MOST_BYTES[wanted.is] / 1024 / 1024) * 1e6);
}
