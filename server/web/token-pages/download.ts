import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Headers } from '#server/web/http/headers.ts';
import { contentTypeOf } from '#server/web/pages/content-type.ts';
import type { BookFile } from '#server/books/book-files.ts';

/** Downloads at once: each holds an open file and a few pieces of it. */
export type DownloadLimits = { most: number; ofOnePerson: number; longestMs: number };

export const DOWNLOAD_LIMITS: DownloadLimits = { most: 200, ofOnePerson: 4, longestMs: 60 * 60_000 };

export type Downloads = {
  /**
   * Sends the whole file, piece by piece as the client takes them; to HEAD its headers alone. False when too many are
   * under way: then nothing was sent. Rejects when the file cannot be read, with nothing sent.
   */
  send(request: IncomingMessage, response: ServerResponse, file: BookFile, person: number): Promise<boolean>;
};

/** `common`: the headers of every answer. */
export function createDownloads(common: Headers, limits: DownloadLimits = DOWNLOAD_LIMITS): Downloads {
  const underWay = new Map<number, number>();
  let all = 0;

  function enter(person: number): boolean {
    const own = underWay.get(person) ?? 0;
    if (all >= limits.most || own >= limits.ofOnePerson) return false;
    underWay.set(person, own + 1);
    all += 1;
    return true;
  }

  function leave(person: number): void {
    const own = (underWay.get(person) ?? 1) - 1;
    if (own === 0) underWay.delete(person);
    else underWay.set(person, own);
    all -= 1;
  }

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    file: BookFile,
    person: number,
  ): Promise<boolean> {
    if (!enter(person)) return false;
    try {
      await using opened = await open(file.path);
      const { size } = await opened.stat();
      response.writeHead(200, [...common, ...headersOf(file), 'Content-Length', String(size)]);
      if (request.method === 'HEAD' || size === 0) response.end();
      else await stream(opened.createReadStream({ end: size - 1, autoClose: false }), response);
      return true;
    } finally {
      leave(person);
    }
  }

  /** Who leaves in the middle, or takes too long, has got what there was time for. */
  async function stream(from: NodeJS.ReadableStream, response: ServerResponse): Promise<void> {
    const signal = AbortSignal.timeout(limits.longestMs);
    await pipeline(from, response, { signal }).catch(() => response.destroy());
  }

  return { send };
}

/** Range is not offered: a whole file is always right (RFC 9110, 14.2). */
function headersOf({ kind, title }: BookFile): string[] {
  // A colon and the like are no part of a file's name on every system.
  const words = title.replace(/[\p{C}"*/:<>?\\|]+/gu, ' - ').replace(/\s+/g, ' ');
  const name = `${words.trim()}.${kind}`;
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return [
    'Content-Type',
    contentTypeOf(name),
    'Content-Disposition',
    `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'Accept-Ranges',
    'none',
  ];
}
