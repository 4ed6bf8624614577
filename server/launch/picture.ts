import type { AnnouncementWords, LetterPicture } from '#contract/announcement.ts';
import type { Kysely } from '#kysely';
import { fileBytes, readFileBytes } from '#server/content/files.ts';
import type { InlinePicture } from '#server/deliver/message.ts';
import type { Tables } from '#server/store/schema.ts';

/** The picture of an announcement as its mails carry it: read once for all of them. Null: there is none, or the store lacks it. */
export async function readPicture(
  read: Kysely<Tables>,
  { picture }: AnnouncementWords,
  siteUrl: string,
): Promise<InlinePicture | null> {
  if (picture === undefined) return null;
  const { file } = picture;
  const bytes = await readFileBytes(read, file);
  return bytes && { cid: `${file.slice(0, 16)}@${new URL(siteUrl).hostname}`, bytes };
}

/** Whether its picture, as large as it was drawn, is not in the store: nobody is mailed without what its owner has seen. */
export async function lacksPicture(
  read: Kysely<Tables>,
  { picture }: { picture?: LetterPicture | undefined },
): Promise<boolean> {
  return picture !== undefined && (await fileBytes(read, picture.file)) !== picture.bytes;
}

/** What its mail template asks for. It is as wide as the column, on a phone narrower. @throws Error if it is missing. */
export function pictureValues({ picture }: AnnouncementWords, inline: InlinePicture | null) {
  if (picture === undefined) return { pictureUrl: '', pictureWidth: '' };
  if (inline === null) throw new Error(`The picture ${picture.file} is missing.`);
  return { pictureUrl: `cid:${inline.cid}`, pictureWidth: `${Math.min(COLUMN, picture.width)}` };
}

/** As in mails/look.ts. */
const COLUMN = 512;
