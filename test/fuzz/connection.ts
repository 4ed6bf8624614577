import { connect } from 'node:net';

export type Answer = { status: number; head: string };

export type Connection = {
  /** All answers so far. */
  answers: Answer[];
  closed: boolean;
  write(bytes: Buffer): void;
  /** Half-closes: the server may still answer. */
  end(): void;
  destroy(): void;
  /** Resolves at the next answer, at the close, or after `milliseconds`. */
  wait(milliseconds: number): Promise<void>;
};

/** A raw connection that parses answers. `isHead`: whether the nth answer has no body. */
export function openConnection(port: number, isHead: (answer: number) => boolean): Connection {
  const socket = connect(port, '127.0.0.1');
  let received: Buffer = Buffer.alloc(0);
  let wake = () => {};
  const connection: Connection = {
    answers: [],
    closed: false,
    write: (bytes) => void socket.write(bytes),
    end: () => void socket.end(),
    destroy: () => void socket.destroy(),
    wait: (milliseconds) =>
      new Promise((resolve) => {
        if (connection.closed) return resolve();
        const timer = setTimeout(resolve, milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
  socket.on('data', (data) => {
    received = received.length === 0 ? data : Buffer.concat([received, data]);
    const before = connection.answers.length;
    received = readAnswers(received, connection.answers, isHead);
    if (connection.answers.length > before) wake();
  });
  // A server that closes while we still send resets the connection.
  socket.on('error', () => {});
  socket.on('close', () => {
    connection.closed = true;
    wake();
  });
  return connection;
}

/** Moves complete answers into `answers` and returns the remaining bytes. */
function readAnswers(received: Buffer, answers: Answer[], isHead: (answer: number) => boolean): Buffer {
  let start = 0;
  for (;;) {
    const headEnd = received.indexOf('\r\n\r\n', start);
    if (headEnd === -1) return received.subarray(start);
    const head = received.toString('latin1', start, headEnd);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? Number.NaN);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const isFinal = status !== 100;
    const bodyStart = headEnd + 4;
    // A broken request may have become a HEAD: then the next answer follows in place of a body.
    const isBare =
      isHead(answers.length) || received.toString('latin1', bodyStart, bodyStart + 9) === 'HTTP/1.1 ';
    const end = bodyStart + (isFinal && !isBare ? length : 0);
    if (end > received.length) return received.subarray(start);
    if (isFinal) answers.push({ status, head });
    start = end;
  }
}
