import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { BookFile } from '#server/books/book-files.ts';
import { linkHeaders, type Headers } from '#server/base/headers.ts';
import { contentTypeOf } from '#server/web/pages/content-type.ts';

/** Concurrent downloads: each holds an open file and a few chunks. */
export const DOWNLOAD_LIMITS = { most: 200, ofOnePerson: 4, longestMs: 60 * 60_000 };
export type DownloadLimits = typeof DOWNLOAD_LIMITS;

export type Download = ReturnType<typeof createDownload>;

/** One for all sites, which share its limits. */
export function createDownload(siteUrl: () => string, limits: DownloadLimits = DOWNLOAD_LIMITS) {
  /** The person of each download. */
  const underWay: number[] = [];

  /**
   * Streams the whole file; for HEAD only its headers. Returns false if too many downloads are in progress:
   * then nothing was sent. Rejects if the file cannot be read, with nothing sent.
   */
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    file: BookFile,
    person: number,
  ): Promise<boolean> => {
    const own = underWay.filter((one) => one === person);
    if (underWay.length >= limits.most || own.length >= limits.ofOnePerson) return false;
    underWay.push(person);
    try {
      await using opened = await open(file.path);
      const { size } = await opened.stat();
      const common = linkHeaders(siteUrl(), undefined, 'private, no-store');
      response.writeHead(200, [...common, ...headersOf(file), 'Content-Length', String(size)]);
      if (request.method === 'HEAD' || size === 0) response.end();
      else {
        const pieces = opened.createReadStream({ end: size - 1, autoClose: false });
        const signal = AbortSignal.timeout(limits.longestMs);
        // After a disconnect or timeout the download is incomplete.
        await pipeline(pieces, response, { signal }).catch(() => response.destroy());
      }
      return true;
    } finally {
      underWay.splice(underWay.indexOf(person), 1);
    }
  };
}

/** Range is not supported: the whole file is always valid (RFC 9110, 14.2). */
function headersOf({ kind, title }: BookFile): Headers {
  // Some systems do not allow a colon and the like in file names.
  const words = title.replace(/[\p{C}"*/:<>?\\|]+/gu, ' - ').replace(/\s+/g, ' ');
  const name = `${words.trim()}.${kind}`;
  const letters = name.normalize('NFD').replace(/\p{M}+/gu, '');
  const plain = letters.replace(/[^\x20-\x7e]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  const disposition = `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
  return ['Content-Type', contentTypeOf(name), 'Content-Disposition', disposition, 'Accept-Ranges', 'none'];
}
