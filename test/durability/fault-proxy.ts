import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { undoAfter } from './undo.ts';

/**
 * `latency`: delays every answer by two seconds. `blackhole`: drops data, and a connection that lost some
 * never works again. `slow-close`: hides the other side's close. `unanswered`: delivers requests and breaks
 * the connection instead of answering.
 */
export type Fault = 'none' | 'latency' | 'blackhole' | 'slow-close' | 'unanswered';

export type FaultProxy = {
  port: number;
  /** Applies at once, to open connections too. */
  set(fault: Fault): void;
  /** Breaks every connection at once. */
  reset(): void;
};

const LATENCY_MS = 2_000;

/** Node never closes a socket that is reset during its FIN handshake, and then the process cannot exit. */
function breakOff(socket: Socket): void {
  if (socket.writableEnded || socket.connecting) socket.destroy();
  else socket.resetAndDestroy();
}

/** Proxies a local port with faults; closed after the test. */
export async function startFaultProxy(t: TestContext, target: number): Promise<FaultProxy> {
  let fault: Fault = 'none';
  const open = new Set<Socket>();
  /** Closes held back by `slow-close`. */
  let held: (() => void)[] = [];

  function carry(from: Socket, to: Socket, lost: { yes: boolean }, isAnswer: boolean): void {
    open.add(from);
    from.on('data', (chunk) => {
      if (fault === 'blackhole') lost.yes = true;
      if (lost.yes) return;
      if (fault === 'unanswered' && isAnswer) return breakOff(to);
      if (fault === 'latency' && isAnswer) setTimeout(() => to.destroyed || to.write(chunk), LATENCY_MS);
      else to.write(chunk);
    });
    // The other side is closed in `close`, the only event that always comes.
    from.on('error', () => {});
    from.on('close', () => {
      open.delete(from);
      if (lost.yes || (fault === 'slow-close' && isAnswer)) held.push(() => to.destroy());
      else to.end();
    });
  }

  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    const lost = { yes: false };
    carry(client, upstream, lost, false);
    carry(upstream, client, lost, true);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  function reset(): void {
    for (const socket of open) breakOff(socket);
  }
  undoAfter(t, () => {
    server.close();
    reset();
  });
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      fault = next;
      for (const end of held) end();
      held = [];
    },
    reset,
  };
}
