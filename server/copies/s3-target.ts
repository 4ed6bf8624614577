import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { S3Client, S3Errors } from '@bradenmacdonald/s3-lite-client';
import type { TargetCode } from '#contract/owner/server-settings.ts';
import { guarded } from './s3-fetch.ts';
import { type Target, TargetError, type TargetSettings } from './target.ts';

/** Bytes sent in one request, and in memory; of an object S3 takes 10,000 such pieces. */
const PIECE = 8 * 1024 * 1024;
/** Milliseconds for an answer to a request of this size, also on a slow line. */
const PATIENCE = 120_000;

/** A bucket of Amazon S3, or of anything that speaks its protocol. */
export function s3Target(
  { to, region, endpoint, keyId, secret, mayBeNear }: TargetSettings,
  patience: number = PATIENCE,
): Target {
  const { hostname: bucket, pathname } = new URL(to);
  const prefix = pathname.length > 1 ? `${pathname.slice(1)}/` : '';
  const client = new S3Client({
    endPoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    bucket,
    ...(keyId !== null && secret !== null && { accessKey: keyId, secretKey: secret }),
  });
  const asked = <T>(work: () => Promise<T>) =>
    explained(
      to,
      inTime(() => guarded({ mayBeNear }, work), patience, to),
    );

  async function put(name: string, file: string): Promise<void> {
    const { size } = await stat(file);
    if (size < PIECE)
      return void (await asked(async () => client.putObject(prefix + name, await readFile(file))));
    const ask: Ask = (request) =>
      asked(() => client.makeRequest({ ...request, objectName: prefix + name, returnBody: true }));
    await explained(to, putInPieces(ask, { to, file, size }));
  }

  async function* list(start = ''): AsyncGenerator<{ name: string; bytes: number }> {
    const objects = client.listObjects({ prefix: prefix + start });
    for (;;) {
      const next = await asked(() => objects.next());
      if (next.done) return;
      yield { name: next.value.key.slice(prefix.length), bytes: next.value.size };
    }
  }

  async function get(name: string): Promise<ReadableStream<Uint8Array>> {
    const { body } = await asked(() => client.getObject(prefix + name));
    return Readable.toWeb(Readable.from(explainedEach(to, body ?? []))) as ReadableStream<Uint8Array>;
  }

  return { put, get, list, remove: (name) => asked(() => client.deleteObject(prefix + name)) };
}

type Ask = (request: {
  method: string;
  query: string | Record<string, string>;
  payload?: Uint8Array<ArrayBuffer> | string;
  statusCode?: number;
}) => Promise<Response>;

/** The client does the same, but refuses Ceph's answer, which may lack the ETag, and never deletes the pieces of what failed. */
async function putInPieces(
  ask: Ask,
  { to, file, size }: { to: string; file: string; size: number },
): Promise<void> {
  const uploadId = await answerOf(to, ask({ method: 'POST', query: 'uploads' }), /<UploadId>([^<]+)</);
  try {
    let pieces = '';
    for (let n = 1, start = 0; start < size; n += 1, start += PIECE) {
      const payload = await buffer(createReadStream(file, { start, end: start + PIECE - 1 }));
      const taken = await ask({ method: 'PUT', query: { partNumber: String(n), uploadId }, payload });
      await taken.body?.cancel();
      pieces += `<Part><PartNumber>${n}</PartNumber><ETag>${taken.headers.get('etag')}</ETag></Part>`;
    }
    const payload = `<CompleteMultipartUpload>${pieces}</CompleteMultipartUpload>`;
    const ended = ask({ method: 'POST', query: { uploadId }, payload });
    await answerOf(to, ended, /<(CompleteMultipartUploadResult)/);
  } catch (error) {
    // They would fill the storage, and cost. What failed is told anyway.
    await ask({ method: 'DELETE', query: { uploadId }, statusCode: 204 }).catch(() => {});
    throw error;
  }
}

/** What an answer with status 200 says: it may be an error, too. */
async function answerOf(to: string, asking: Promise<Response>, wanted: RegExp): Promise<string> {
  const said = await (await asking).text();
  const [, found] = wanted.exec(said) ?? [];
  if (found !== undefined) return found;
  throw new TargetError('failed', `${to} answered 200: ${said}`);
}

function inTime<T>(work: () => Promise<T>, patience: number, to: string): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const late = new TargetError('no-answer', `${to} did not answer within ${patience / 1000} seconds.`);
  const timer = setTimeout(reject, patience, late);
  work()
    .then(resolve, reject)
    .finally(() => clearTimeout(timer));
  return promise;
}

/** By status, or the storage's own code. */
const CODES: Partial<Record<string, TargetCode>> = {
  401: 'not-taken',
  403: 'not-taken',
  404: 'not-there',
  507: 'full',
  QuotaExceeded: 'full',
};

async function explained<T>(to: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw explain(to, error);
  }
}

async function* explainedEach<T>(to: string, all: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  try {
    yield* all;
  } catch (error) {
    throw explain(to, error);
  }
}

function explain(to: string, error: unknown): unknown {
  if (error instanceof TargetError || !(error instanceof Error)) return error;
  if (error instanceof S3Errors.ServerError)
    return new TargetError(
      CODES[error.code] ?? CODES[error.statusCode] ?? 'failed',
      `${to} answered ${error.statusCode} ${error.code}${error.message && `: ${error.message}`}`,
    );
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return new TargetError('no-answer', `${to} does not answer: ${error.message}${cause}`);
}
