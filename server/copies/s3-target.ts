import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { S3Client, S3Errors } from '@bradenmacdonald/s3-lite-client';
import type { TargetCode } from '#contract/owner/server-settings.ts';
import { messageOf } from '#server/store/refusal.ts';
import { guarded } from './s3-fetch.ts';
import { PIECE, type Piece, readByPieces } from './pieces.ts';
import { type Target, TargetError, type TargetSettings } from './target.ts';
import type { Again } from './try-again.ts';

/** Milliseconds for an answer to a request of this size, also on a slow line. */
const PATIENCE = 120_000;
/** Objects deleted by one request. */
const REMOVED = 1000;

type Asking = { patience?: number; again?: Again | undefined };

/** A bucket of Amazon S3, or of anything that speaks its protocol. */
export function s3Target(settings: TargetSettings, asking: Asking = {}): Target {
  const { to } = settings;
  const { pathname } = new URL(to);
  const prefix = pathname.length > 1 ? `${pathname.slice(1)}/` : '';
  const client = clientOf(settings, asking);

  async function put(name: string, file: string): Promise<void> {
    const { size } = await stat(file);
    const ask: Ask = (request) =>
      client.makeRequest({ ...request, objectName: prefix + name, returnBody: true });
    if (size < PIECE) await client.putObject(prefix + name, await readFile(file));
    else await putInPieces(ask, { to, file, size });
    const found = await client.statObject(prefix + name).catch(nothingThere);
    if (found?.size !== size)
      throw new TargetError('failed', `${to} answered 200, but does not have what it was sent.`);
  }

  async function* each<T>(all: AsyncIterator<T>): AsyncGenerator<T> {
    for (let next = await explained(to, all.next()); !next.done; next = await explained(to, all.next()))
      yield next.value;
  }

  async function* list(start = ''): AsyncGenerator<{ name: string; bytes: number }> {
    for await (const { key, size } of each(client.listObjects({ prefix: prefix + start })))
      yield { name: key.slice(prefix.length), bytes: size };
  }

  async function read(name: string, from: number): Promise<Piece> {
    const answer = await client.getPartialObject(prefix + name, { offset: from, length: PIECE });
    const bytes = await answer.bytes();
    const [, last, all] = /-(\d+)\/(\d+)$/.exec(answer.headers.get('content-range') ?? '') ?? [];
    if (Number(last) + 1 === from + bytes.length)
      return { bytes, isLast: from + bytes.length === Number(all) };
    throw new TargetError('failed', `${to} gave other bytes of ${name} than it was asked for.`);
  }

  async function* folders(start: string): AsyncGenerator<string> {
    for await (const one of each(client.listObjectsGrouped({ prefix: prefix + start, delimiter: '/' })))
      if (one.type === 'CommonPrefix') yield one.prefix.slice(prefix.length, -1);
  }

  return {
    put,
    get: readByPieces(read),
    list,
    folders,
    async remove(names) {
      const keys = names.map((name) => prefix + name);
      for (let n = 0; n < keys.length; n += REMOVED) await remove(client, to, keys.slice(n, n + REMOVED));
    },
  };
}

function clientOf(
  { to, region, endpoint, keyId, secret, mayBeNear }: TargetSettings,
  { patience = PATIENCE, again = (work) => work() }: Asking,
): S3Client {
  class Client extends S3Client {
    /** Each request alone: of many pages or pieces some would always fail. */
    override makeRequest(request: Request): Promise<Response> {
      const guard = { mayBeNear, patience };
      return again(() =>
        explained(
          to,
          guarded(guard, () => super.makeRequest(request)),
        ),
      );
    }
  }
  return new Client({
    endPoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    bucket: new URL(to).hostname,
    ...(keyId !== null && secret !== null && { accessKey: keyId, secretKey: secret }),
  });
}

function nothingThere(error: unknown): null {
  if (error instanceof TargetError && error.code === 'not-there') return null;
  throw error;
}

type Request = Parameters<S3Client['makeRequest']>[0];
type Ask = (request: Omit<Request, 'objectName'>) => Promise<Response>;

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
      const { headers } = await ask({ method: 'PUT', query: { partNumber: String(n), uploadId }, payload });
      pieces += `<Part><PartNumber>${n}</PartNumber><ETag>${headers.get('etag')}</ETag></Part>`;
    }
    const payload = `<CompleteMultipartUpload>${pieces}</CompleteMultipartUpload>`;
    const ended = ask({ method: 'POST', query: { uploadId }, payload });
    await answerOf(to, ended, /<(CompleteMultipartUploadResult)/);
  } catch (error) {
    // They would fill the storage, and cost. What failed is reported anyway.
    await ask({ method: 'DELETE', query: { uploadId }, statusCode: 204 }).catch(() => {});
    throw error;
  }
}

async function remove(client: S3Client, to: string, keys: readonly string[]): Promise<void> {
  const objects = keys.map((key) => `<Object><Key>${key}</Key></Object>`).join('');
  const payload = `<Delete><Quiet>true</Quiet>${objects}</Delete>`;
  const headers = new Headers({ 'content-md5': createHash('md5').update(payload).digest('base64') });
  const asking = client.makeRequest({
    method: 'POST',
    objectName: '',
    query: 'delete',
    headers,
    payload,
    returnBody: true,
  });
  const said = await answerOf(to, asking, /(<DeleteResult[^]*)/);
  const [, code, why] = /<Error>[^]*?<Code>([^<]*)<\/Code>(?:<Message>([^<]*))?/.exec(said) ?? [];
  if (code === undefined) return;
  throw new TargetError(CODES[code] ?? 'failed', `${to} deletes nothing: ${code}${why ? `: ${why}` : ''}`);
}

/** What an answer with status 200 says: it may be an error, too. */
async function answerOf(to: string, asking: Promise<Response>, wanted: RegExp): Promise<string> {
  const said = await (await asking).text();
  const [, found] = wanted.exec(said) ?? [];
  if (found !== undefined) return found;
  throw new TargetError('failed', `${to} answered 200: ${said}`);
}

/** By status, or the storage's own code. */
const CODES: Partial<Record<string, TargetCode>> = {
  401: 'not-taken',
  403: 'not-taken',
  404: 'not-there',
  507: 'full',
  QuotaExceeded: 'full',
  AccessDenied: 'not-taken',
};

async function explained<T>(to: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
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
  if (error.message.startsWith('Unexpected response'))
    return new TargetError('failed', `${to} answers, but not as a storage does: ${error.message}`);
  // Of several addresses of a host each has its error.
  const why = error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : error.message;
  return new TargetError('no-answer', `${to} does not answer: ${why}`);
}
