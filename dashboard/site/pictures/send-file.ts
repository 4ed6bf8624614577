import { FILE_PIECE_BYTES } from '#contract/content/content.ts';
import type { FileBegun, FileLook, FilePosted } from '#contract/owner/site.ts';
import { isPassing } from '../../problem.ts';

/** Milliseconds before each attempt to go on after the connection broke. */
const PAUSES_MS = [1000, 2000, 4000, 8000];

export type FileUpload = {
  post: <T>(path: string, body: unknown) => Promise<T>;
  /** Rests; rejects when the upload is stopped. */
  rest: (ms: number) => Promise<void>;
  /** Share of the file that the server has, from 0 to 1; null: the server checks it. */
  onShare: (share: number | null) => void;
  signal: AbortSignal;
};

/**
 * Sends a file in pieces, and returns what the server says it is. Goes on where an earlier attempt stopped, also one
 * before a reload.
 * @throws Problem when the connection stays broken; the signal's reason once stopped.
 */
export async function sendFile(file: File, sending: FileUpload): Promise<FileLook> {
  const { post, rest, onShare, signal } = sending;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const hash = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  const posted: FilePosted = { hash, name: file.name, bytes: bytes.length };
  const pieces = Math.ceil(bytes.length / FILE_PIECE_BYTES);
  let broken = 0;
  for (;;) {
    try {
      const begun = await post<FileBegun>('/site/files', posted);
      if ('is' in begun) return begun;
      for (let n = begun.next; n < pieces; n++) {
        signal.throwIfAborted();
        onShare(n / pieces);
        const piece = bytes.subarray(n * FILE_PIECE_BYTES, (n + 1) * FILE_PIECE_BYTES);
        await post('/site/files/piece', { hash, n, data: base64Of(piece) });
        broken = 0;
      }
      signal.throwIfAborted();
      onShare(null);
      return await post<FileLook>('/site/files/end', { hash });
    } catch (error) {
      signal.throwIfAborted();
      const pause = PAUSES_MS[broken];
      if (!isPassing(error) || pause === undefined) throw error;
      broken += 1;
      await rest(pause);
    }
  }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** In parts: a call takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(parts.join(''));
}
