import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '../../scripts/node-flags.mjs';
import { mustEnd } from './cleanup.ts';
import { NOT_SET, stop } from './processes.ts';

export type Supervised = {
  port: number;
  /** Asks the collector to stop; resolves when the next one listens. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** The collector as systemd runs it with docs/embreve.socket: the socket stays open while one ends and the next begins. */
export async function supervise(program: URL, dist: string, dataDir: string): Promise<Supervised> {
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  const script = 'trap "" TERM; export LISTEN_FDS=1 LISTEN_PID=$$; while "$@"; do :; done';
  const command = [process.execPath, ...NODE_FLAGS, fileURLToPath(program), dist];
  const child = spawn('sh', ['-c', script, 'sh', ...command], {
    env: { ...process.env, ...NOT_SET, DATA_DIR: dataDir, RATE_LIMIT: 'off' },
    stdio: ['ignore', 'pipe', 'inherit', descriptorOf(socket)],
    detached: true,
  });
  socket.close();
  const group = -(child.pid ?? 0);
  const end = mustEnd(() => stop(child, group));
  let listening = Promise.withResolvers<void>();
  if (child.stdout)
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('"msg":"listening"')) listening.resolve();
    });
  child.once('exit', () => listening.reject(new Error('the collector ended')));
  await listening.promise;
  async function restart(): Promise<void> {
    listening = Promise.withResolvers();
    process.kill(group, 'SIGTERM');
    await listening.promise;
  }
  return { port, restart, stop: end };
}

/** Node has no name of its own for it. */
function descriptorOf(server: Server): number {
  return (Reflect.get(server, '_handle') as { fd: number }).fd;
}
