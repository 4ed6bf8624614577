import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Headers } from '#server/web/http/headers.ts';

/** For all owners together: each export reads the whole store. */
const MOST_FILES = 4;
const LONGEST_MS = 60 * 60_000;

/** nginx would buffer the list on its disk, and a backup would count as received too early. */
const UNBUFFERED: Headers = ['X-Accel-Buffering', 'no'];

type File = { file: AsyncIterable<string | Uint8Array>; name: string; type: string };

/** Streams a file. Returns false if too many are in progress: then nothing was sent. */
export function createFileSender(common: Headers) {
  let underWay = 0;
  return async (request: IncomingMessage, response: ServerResponse, file: File): Promise<boolean> => {
    if (underWay >= MOST_FILES) return false;
    underWay++;
    try {
      const disposition = `attachment; filename="${file.name.replace(/[^\w.-]/g, '-')}"`;
      const type = ['Content-Type', file.type, 'Content-Disposition', disposition];
      response.writeHead(200, [...common, ...type, ...UNBUFFERED]);
      if (request.method === 'HEAD') response.end();
      // After a disconnect or timeout the browser reports a failed download.
      else {
        const signal = AbortSignal.timeout(LONGEST_MS);
        await pipeline(Readable.from(file.file), response, { signal }).catch((error: unknown) => {
          response.destroy();
          if (!isLeaving(error)) throw error;
        });
      }
      return true;
    } finally {
      underWay--;
    }
  };
}

/** During the download, or before it began. */
const LEFT = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'] as const;

function isLeaving(error: unknown): boolean {
  const { code, name } = error as NodeJS.ErrnoException;
  return LEFT.some((one) => one === code) || name === 'AbortError' || name === 'TimeoutError';
}
