import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { supervise } from '#test/fixtures/supervisor.ts';
import { NODE_FLAGS } from '../../scripts/node-flags.mjs';
import { mustEnd } from './cleanup.ts';
import { NOT_SET, stop } from './processes.ts';

export type SupervisedCollector = {
  port: number;
  /** Asks the collector to stop; resolves when the next one listens. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** A collector whose socket stays open while one ends and the next begins. */
export async function superviseCollector(
  program: URL,
  dist: string,
  dataDir: string,
): Promise<SupervisedCollector> {
  const command = [process.execPath, ...NODE_FLAGS, fileURLToPath(program), dist];
  const env = { ...process.env, ...NOT_SET, DATA_DIR: dataDir, RATE_LIMIT: 'off' };
  const { port, supervisor, group } = await supervise(command, env);
  const end = mustEnd(() => stop(supervisor, group));
  let listening = Promise.withResolvers<void>();
  if (supervisor.stdout)
    createInterface(supervisor.stdout).on('line', (line) => {
      if (line.includes('"msg":"listening"')) listening.resolve();
    });
  supervisor.once('exit', () => listening.reject(new Error('the collector ended')));
  await listening.promise;
  async function restart(): Promise<void> {
    listening = Promise.withResolvers();
    process.kill(group, 'SIGTERM');
    await listening.promise;
  }
  return { port, restart, stop: end };
}
