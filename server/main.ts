import type { WebApp } from '#server/web/app.ts';
import { PATHS } from '#contract/pages.ts';
import { createCollector } from '#server/app/collector.ts';
import { readFixedConfig, type FixedConfig, type Environment } from '#server/base/config.ts';
import { loadEnvFile } from '#server/base/env-file.ts';
import { asText, createLog, type Log } from '#server/base/log.ts';
import { listenProblem } from '#server/base/listen-problem.ts';
import { warningsAtStart } from '#server/doctor/config-warnings.ts';
import { loadBuild } from '#server/base/build.ts';
import { shownDist } from '#server/publish/renderings.ts';
import { giveMemoryBack } from '#server/base/memory.ts';
import { runningVersion } from '#server/base/version.ts';
import { isLoopback } from '#server/base/setting.ts';
import { Failed } from '#server/base/failed.ts';
import { createStopOnSignal } from '#server/base/stop-on-signal.ts';

/**
 * Runs the collector until it is stopped, and exits. A failure that an operator can fix goes to stderr, with
 * exit code 1.
 * @param dist the folder of a rendered site, to be shown whatever is published.
 */
export async function main(env: Environment, dist?: string): Promise<void> {
  const log = createLog(
    (line) => process.stdout.write(line),
    () => new Date(),
    process.stdout.isTTY ? asText : undefined,
  );
  // The reader of the log may go away; collecting goes on.
  process.stdout.on('error', () => {});
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.error('unexpected failure, exiting', { error });
      process.exit(1);
    });
  }
  try {
    loadEnvFile();
    await run(readFixedConfig(env), dist, log, isSocketPassed(env));
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function run(
  config: FixedConfig,
  dist: string | undefined,
  log: Log,
  socketPassed: boolean,
): Promise<void> {
  // Nothing is accepted yet. In a container this is process 1, which no signal ends by itself.
  let stop = (): void => process.exit(0);
  const onSignal = createStopOnSignal({
    log,
    stop: () => stop(),
    exit: (code) => process.exit(code),
    now: () => performance.now(),
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, onSignal);
  // Before another is installed beside it.
  const version = runningVersion();
  const logUnread = (folder: string) =>
    log.info('the rendering of another version cannot be read and is made again', { folder });
  const first = dist ?? shownDist(config.dataDir, logUnread);
  const lost = Promise.withResolvers<void>();
  const collector = await createCollector(config, {
    build: loadBuild(first),
    log,
    now: Date.now,
    steadyNow: () => Math.floor(performance.timeOrigin + performance.now()),
    random: Math.random,
    onFatal: ({ code, message }) => {
      log.error('the database files were changed or removed, exiting', { code, reason: message });
      lost.resolve();
    },
  });
  for (const { text } of warningsAtStart(collector.settings(), first)) log.error(text);
  async function stopAndExit(code: number, patience?: number): Promise<void> {
    await collector.stop(patience);
    log.info('stopped', { code });
    process.exit(code);
  }
  try {
    if (dist === undefined) await collector.follow(first);
    const { host, port } = config;
    await listen(collector.app, socketPassed ? { fd: PASSED_SOCKET } : { host, port });
  } catch (error) {
    await collector.stop(0);
    throw error;
  }
  stop = () => void stopAndExit(0);
  const address = addressOf(collector.app, config);
  if (!socketPassed && !process.stdout.isTTY && isOnPlatform(config))
    log.info('only this machine will reach it; HOST=0.0.0.0 lets a platform’s proxy reach it');
  log.info('listening', { address, version });
  // Only to a terminal: a link in a log would sign in anyone who reads the log.
  if (process.stdout.isTTY) {
    process.stdout.write(whereItIs(address, collector.settings().siteUrl, await collector.setUpLink()));
  }
  collector.start();
  giveMemoryBack();
  await lost.promise;
  await stopAndExit(1, 1_000);
}

/** As platforms start it, which give the port and ask from outside. */
function isOnPlatform({ given }: FixedConfig): boolean {
  return process.platform === 'linux' && Object.hasOwn(given, 'PORT') && !Object.hasOwn(given, 'HOST');
}

/** For an operator at a terminal. Behind a proxy the page's address differs from this process's. */
function whereItIs(address: string, siteUrl: string, setUp: string | null): string {
  const { hostname, port } = new URL(siteUrl);
  const isHere = isLoopback(hostname) && port !== '0';
  const first =
    setUp === null ? '' : `To become its owner, open this link within 30 minutes. It works once:\n${setUp}\n`;
  return `\nThe page is at ${isHere ? siteUrl : address}${PATHS.soon}. Ctrl-C stops the server.\n${first}\n`;
}

function addressOf(app: WebApp, { host, port }: FixedConfig): string {
  const bound = app.server.address();
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${typeof bound === 'object' && bound !== null ? bound.port : port}`;
}

/** Connections the system queues for us until accepted; its own limit may be lower. */
const BACKLOG = 4096;

/** The first descriptor after stdin, stdout and stderr: sd_listen_fds(3). */
const PASSED_SOCKET = 3;

/**
 * Whether a supervisor opened the socket and keeps it during restarts, so that visitors wait instead of being
 * refused. LISTEN_PID is the process it started: this one, or the one that installs and builds first.
 */
function isSocketPassed({ LISTEN_FDS, LISTEN_PID }: Environment): boolean {
  const sockets = [process.pid, process.ppid].includes(Number(LISTEN_PID)) ? Number(LISTEN_FDS) : 0;
  if (sockets > 1) {
    throw new Failed(
      `The supervisor passes ${sockets} sockets, and the collector listens on one. Leave one ListenStream= in embreve.socket.`,
    );
  }
  return sockets === 1;
}

type Place = { host: string; port: number } | { fd: number };

function listen(app: WebApp, place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    app.server.once('error', (error: NodeJS.ErrnoException) => {
      const name = 'fd' in place ? 'The socket of the supervisor' : `Port ${place.port} of ${place.host}`;
      reject(new Failed(listenProblem(name, error.code)));
    });
    // Node accepts one connection per turn of the event loop: under load the others wait here, not refused.
    app.server.listen({ ...place, backlog: BACKLOG }, resolve);
  });
}

if (import.meta.main) await main(process.env, process.argv[2]);
