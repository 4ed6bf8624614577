import { connect, type Socket } from 'node:net';

export type Burst = { acked: string[]; stop(): Promise<void> };

const SOCKETS = 16;
const AT_ONCE = 16;

/**
 * More concurrent posts than single requests can create: each connection pipelines sixteen, and the next
 * sixteen once all are answered. Each address is posted by one connection only.
 */
export function startBurst(port: number, prefix: string): Burst {
  const acked: string[] = [];
  let stopping = false;
  const all = Array.from({ length: SOCKETS }, (_, number) => {
    const socket = connect(port, '127.0.0.1');
    return new Promise<void>((resolve) => {
      socket.on('error', () => {}).on('close', resolve);
      talk(socket, (turn) => (stopping ? [] : addressesOf(`${prefix}-${number}-${turn}`)), acked);
    });
  });
  async function stop(): Promise<void> {
    stopping = true;
    await Promise.all(all);
  }
  return { acked, stop };
}

function addressesOf(begin: string): string[] {
  return Array.from({ length: AT_ONCE }, (_, i) => `${begin}-${i}@example.com`);
}

function talk(socket: Socket, next: (turn: number) => string[], acked: string[]): void {
  let waiting: string[] = [];
  let received = '';
  let turn = 0;
  function send(): void {
    waiting = next(turn++);
    if (waiting.length === 0) return void socket.destroy();
    socket.write(waiting.map(request).join(''));
  }
  socket.on('connect', send);
  socket.on('data', (data) => {
    received += data.toString('latin1');
    // Answers arrive in request order; only complete headers are parsed.
    for (let end = received.indexOf('\r\n\r\n'); end !== -1; end = received.indexOf('\r\n\r\n')) {
      const length = Number(/content-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      const address = waiting.shift();
      if (received.startsWith('HTTP/1.1 202') && address) acked.push(address);
      received = received.slice(end + 4 + length);
      if (waiting.length === 0) send();
    }
  });
}

function request(email: string): string {
  const body = JSON.stringify({ email });
  return `POST /api/subscribe HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
