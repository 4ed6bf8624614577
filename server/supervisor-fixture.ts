import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

export type Supervised = {
  port: number;
  /** Its standard output is that of the program. */
  supervisor: ChildProcess;
  /** Of the supervisor and the program, for `process.kill`. SIGTERM ends the program alone, and it is started again. */
  group: number;
};

/** Runs a program as systemd does with docs/embreve.socket: the socket stays open while one ends and the next begins. */
export async function supervise(command: string[], env: NodeJS.ProcessEnv): Promise<Supervised> {
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  const script = 'trap "" TERM; export LISTEN_FDS=1 LISTEN_PID=$$; while "$@"; do :; done';
  const supervisor = spawn('sh', ['-c', script, 'sh', ...command], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', descriptorOf(socket)],
    detached: true,
  });
  socket.close();
  return { port, supervisor, group: -(supervisor.pid ?? 0) };
}

/** Node has no name of its own for it. */
function descriptorOf(server: Server): number {
  return (Reflect.get(server, '_handle') as { fd: number }).fd;
}
