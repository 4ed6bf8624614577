import { buffer } from 'node:stream/consumers';
import type { AnnouncementWords } from '#contract/announcement.ts';
import type { Kysely } from '#kysely';
import { readFileStream } from '#server/content/files.ts';
import type { InlinePicture } from '#server/deliver/message.ts';
import type { Tables } from '#server/store/schema.ts';

/** The picture of an announcement as its mails carry it: read once for all of them. Null: there is none. */
export async function readPicture(
  read: Kysely<Tables>,
  { picture }: AnnouncementWords,
  siteUrl: string,
): Promise<InlinePicture | null> {
  if (picture === undefined) return null;
  const { file } = picture;
  const pieces = await readFileStream(read, file);
  if (pieces === null) return null;
  return { cid: `${file.slice(0, 16)}@${new URL(siteUrl).hostname}`, bytes: await buffer(pieces) };
}

/** What its mail template asks for. It is as wide as the column, on a phone narrower. @throws Error if it is missing. */
export function pictureValues({ picture }: AnnouncementWords, inline: InlinePicture | null) {
  if (picture === undefined) return { pictureUrl: '', pictureWidth: '' };
  if (inline === null) throw new Error(`The picture ${picture.file} is missing.`);
  return { pictureUrl: `cid:${inline.cid}`, pictureWidth: `${Math.min(COLUMN, picture.width)}` };
}

/** As in mails/look.ts. */
const COLUMN = 512;
