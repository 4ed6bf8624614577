import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { FILE_PIECE_BYTES } from '#contract/content/content.ts';
import type { FilePosted, PiecePosted } from '#contract/owner/site.ts';
import { RequestError, type Code } from '../../problem.ts';
import { sendFile } from './send-file.ts';

const BYTES = new Uint8Array(FILE_PIECE_BYTES * 2 + 5).map((_, at) => at % 251);
const FILE = new File([BYTES], 'ana.jpg');

/** A server that keeps the pieces; `breaks`: which piece posts are not taken, counted from 0. */
function startServer(breaks: number[], code: Code = 'offline') {
  const pieces: Buffer[] = [];
  const begun: FilePosted[] = [];
  let posts = 0;
  async function post<T>(path: string, body: unknown): Promise<T> {
    if (path === '/site/files') {
      begun.push(body as FilePosted);
      return { next: pieces.length } as T;
    }
    if (path === '/site/files/end') return { is: 'book', file: 'x', bytes: 0, pages: null } as T;
    const { n, data } = body as PiecePosted;
    if (breaks.includes(posts++)) throw new RequestError(code);
    assert.equal(n, pieces.length);
    pieces.push(Buffer.from(data, 'base64'));
    return {} as T;
  }
  return { post, pieces, begun };
}

async function send(server: ReturnType<typeof startServer>, stop = new AbortController()) {
  const [shares, pauses]: [(number | null)[], number[]] = [[], []];
  const rest = async (ms: number) => void pauses.push(ms);
  const onShare = (share: number | null) => void shares.push(share);
  const look = sendFile(FILE, { post: server.post, rest, onShare, signal: stop.signal });
  return { look: await look, shares, pauses };
}

test('a file arrives whole, named by its hash, and its progress is reported', async () => {
  const server = startServer([]);
  const { look, shares } = await send(server);
  assert.equal(look.is, 'book');
  assert.deepEqual(Buffer.concat(server.pieces), Buffer.from(BYTES));
  const hash = createHash('sha256').update(BYTES).digest('hex');
  assert.deepEqual(server.begun, [{ hash, name: 'ana.jpg', bytes: BYTES.length }]);
  assert.deepEqual(shares, [0, 1 / 3, 2 / 3, null]);
});

test('an upload goes on where the connection broke, after growing pauses (catches: from the first piece)', async () => {
  for (const code of ['offline', 'timeout'] as const) {
    const server = startServer([1, 2, 4], code);
    const { pauses } = await send(server);
    assert.deepEqual(Buffer.concat(server.pieces), Buffer.from(BYTES));
    assert.deepEqual(pauses, [1000, 2000, 1000]);
  }
});

test('a connection that stays broken ends the upload; what had arrived is not sent again', async () => {
  const server = startServer([1, 2, 3, 4, 5]);
  await assert.rejects(send(server), { code: 'offline' });
  assert.equal(server.pieces.length, 1);
  const { shares } = await send(server);
  assert.deepEqual(shares, [1 / 3, 2 / 3, null]);
});

test('a stopped upload sends nothing more', async () => {
  const server = startServer([]);
  const stop = new AbortController();
  const post: typeof server.post = async (path, body) => {
    const answer = await server.post<never>(path, body);
    if (server.pieces.length === 1) stop.abort();
    return answer;
  };
  await assert.rejects(send({ ...server, post }, stop), { name: 'AbortError' });
  assert.equal(server.pieces.length, 1);
});
