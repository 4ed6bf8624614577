import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { freePort, whileServed } from './own-server.ts';
import { run } from './prepare.ts';
import { TOOLS } from './stacks.ts';

export type Observatory = {
  grade: string;
  score: number;
  tests: { name: string; pass: boolean; outcome: string; scoreModifier: number }[];
};

/** The MDN Observatory's scanner, offline, on the build in `dist` behind TLS with a certificate made for it. */
export async function scanHeaders(dist: string, say: (line: string) => void): Promise<Observatory> {
  say('Observatory');
  const folder = await mkdtemp(join(tmpdir(), 'embreve-certificate-'));
  const pair = JSON.parse(await run(process.execPath, ['certificate.mjs'], TOOLS)) as Pair;
  const file = join(folder, 'certificate.pem');
  await writeFile(file, pair.certificate);
  const [port, behind] = [await freePort(), await freePort()];
  const front = createFront(port, behind, pair);
  await new Promise<void>((resolve) => {
    front.listen(port, 'localhost', resolve);
  });
  const site = { siteUrl: `https://localhost:${port}`, port: behind, dist, stage: 'soon' } as const;
  try {
    return await whileServed(site, async () => {
      const env = { NODE_EXTRA_CA_CERTS: file };
      const output = await run(process.execPath, ['observatory.mjs', `localhost:${port}`], TOOLS, env);
      return JSON.parse(output) as Observatory;
    });
  } finally {
    front.close();
    await rm(folder, { recursive: true });
  }
}

type Pair = { key: string; certificate: string };

/** One port for http, answered with a redirect, and https, passed on to our server: as behind a usual proxy. */
function createFront(port: number, behind: number, { key, certificate: cert }: Pair): Server {
  return createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (first) => {
      socket.pause();
      socket.unshift(first);
      if (first[0] === 22) passOn(new TLSSocket(socket, { isServer: true, key, cert }), behind);
      else
        socket.end(
          `HTTP/1.1 301 Moved Permanently\r\nLocation: https://localhost:${port}/\r\nContent-Length: 0\r\n\r\n`,
        );
    });
  });
}

function passOn(secure: Socket, port: number): void {
  const plain = connect(port, '127.0.0.1');
  for (const socket of [secure, plain])
    socket.on('error', () => [secure, plain].forEach((other) => other.destroy()));
  secure.pipe(plain).pipe(secure);
}
