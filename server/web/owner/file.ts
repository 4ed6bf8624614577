import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Headers } from '#server/base/headers.ts';

const LONGEST_MS = 60 * 60_000;

/** nginx would buffer the list on its disk, and a backup would count as received too early. */
const UNBUFFERED: Headers = ['X-Accel-Buffering', 'no'];

/** The headers of a download. */
export function downloadOf({ name, type }: { name: string; type: string }): Headers {
  const disposition = `attachment; filename="${name.replace(/[^\w.-]/g, '-')}"`;
  return ['Content-Type', type, 'Content-Disposition', disposition, ...UNBUFFERED];
}

/** Streams a body. It returns false if `most` are in progress: then nothing was sent. */
export function createBodySender(most: number) {
  let underWay = 0;
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    headers: Headers,
    body: AsyncIterable<string | Uint8Array>,
  ): Promise<boolean> => {
    if (underWay >= most) return false;
    underWay++;
    try {
      response.writeHead(200, headers);
      if (request.method === 'HEAD') response.end();
      // After a disconnect or timeout the browser reports a failed download.
      else {
        const signal = AbortSignal.timeout(LONGEST_MS);
        await pipeline(Readable.from(body), response, { signal }).catch((error: unknown) => {
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
