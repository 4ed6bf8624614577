import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { composeMail, type Mail, type MailParts } from './message.ts';

/** One mail as a mail server got it: the envelope's recipients and every byte of the message. */
export type Received = { from: string; to: string[]; raw: string };

/** What the server does with a recipient or with the message of one. `hang`: no answer; `cut`: the connection is gone. */
export type Fault = number | 'hang' | 'cut';

export type SmtpFixture = {
  url: string;
  /** In the order of acceptance by the server, told to the client or not. */
  received: Received[];
  /** By recipient. */
  atRecipient: Map<string, Fault>;
  /** After the last dot, the message already kept. */
  afterMessage: Map<string, Fault>;
  /** Resolves when a `hang` has begun. */
  hanging: () => Promise<void>;
};

/** A real mail server on loopback that fails as told. */
export async function startSmtp(t: TestContext, options: SMTPServerOptions = {}): Promise<SmtpFixture> {
  const received: Received[] = [];
  const atRecipient = new Map<string, Fault>();
  const afterMessage = new Map<string, Fault>();
  const sockets = new Map<number, Socket>();
  const hang = Promise.withResolvers<void>();

  function answer(
    fault: Fault | undefined,
    remotePort: number,
    callback: (error?: Error | null) => void,
  ): void {
    if (fault === undefined) return callback();
    if (fault === 'hang') return hang.resolve();
    if (fault === 'cut') return void sockets.get(remotePort)?.destroy();
    callback(Object.assign(new Error('no, said the server'), { responseCode: fault }));
  }

  const server = new SMTPServer({
    authOptional: true,
    // No warning that the certificate is a test's.
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 10,
    onRcptTo: ({ address }, session, callback) =>
      answer(atRecipient.get(address), session.remotePort, callback),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        const fault = afterMessage.get(to[0] ?? '');
        const refused = typeof fault === 'number';
        if (!refused) {
          received.push({
            from: mailFrom ? mailFrom.address : '',
            to,
            raw: Buffer.concat(chunks).toString(),
          });
        }
        answer(fault, session.remotePort, callback);
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort ?? 0, socket));
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  t.after(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    atRecipient,
    afterMessage,
    hanging: () => hang.promise,
  };
}

/** A listener that is no mail server: `onConnection` does what it wants with the socket. */
export async function startListener(t: TestContext, onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Listens, and then its thread stands still: nobody is accepted. */
const STANDING_STILL = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

/** A mail server whose queue of new connections is full: Linux lets whoever comes next wait. */
export async function startFullListener(t: TestContext): Promise<string> {
  const worker = new Worker(STANDING_STILL, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  // One more than the queue is told to hold.
  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  t.after(async () => {
    for (const socket of sockets) socket.on('error', () => {}).destroy();
    await worker.terminate();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return `smtp://127.0.0.1:${port}`;
}

/** A mail with every part, unless told otherwise. */
export function testMail(parts: Partial<MailParts> = {}): Mail {
  return composeMail({
    kind: 'confirm',
    id: '17',
    siteUrl: 'https://example.com',
    from: 'The Agency <hello@example.com>',
    to: 'jo@example.org',
    subject: 'Please confirm',
    html: '<p>Please <a href="https://example.com/soon?confirm=abc">confirm</a></p>',
    text: 'Please confirm: https://example.com/soon?confirm=abc\n',
    now: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    auto: 'auto-replied',
    ...parts,
  });
}
