import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SERVER } from '#test/fixtures/compiled.ts';
import { folderOf } from '../fixtures/folder.ts';
import { makeFolders, readStore } from './collector.ts';
import { until } from './postgres-collector.ts';
import { undoAfter } from './undo.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

type Ports = { http: number; https: number; collector: number };

/** Starts the real program with the file from docs/, with this test's names and ports. */
type Proxy = {
  program: string;
  file: string;
  command(folder: string, config: string, ports: Ports): string[];
};

const CADDY: Proxy = {
  program: '/usr/bin/caddy',
  file: 'docs/Caddyfile',
  command(folder, config, { http, https, collector }) {
    const file = join(folder, 'Caddyfile');
    // For localhost Caddy issues the certificate itself.
    const globals = `{\nhttp_port ${http}\nhttps_port ${https}\nadmin off\nskip_install_trust\n}\n`;
    writeFileSync(
      file,
      globals + config.replaceAll('example.com', 'localhost').replace(':3000', `:${collector}`),
    );
    return ['run', '--adapter', 'caddyfile', '--config', file];
  },
};

const NGINX: Proxy = {
  program: '/usr/sbin/nginx',
  file: 'docs/nginx.conf',
  command(folder, config, { http, https, collector }) {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const self = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    execFileSync('openssl', [...self, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const site = config
      .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      .replaceAll(/^ +listen \[::\].*\n/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443 ', `listen 127.0.0.1:${https} `)
      .replaceAll('example.com', 'localhost')
      .replace(':3000', `:${collector}`);
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    const file = join(folder, 'nginx.conf');
    const all = `http {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}\n`;
    writeFileSync(file, `${user}\ndaemon off;\npid ${join(folder, 'pid')};\nevents {}\n${all}`);
    return ['-e', 'stderr', '-p', folder, '-c', file];
  },
};

async function startProxy(t: TestContext, proxy: Proxy): Promise<Ports> {
  const [http = 0, https = 0, collector = 0] = await freePorts(3);
  const folder = folderOf(t);
  mkdirSync(join(folder, 'logs'), { recursive: true });
  const ports = { http, https, collector };
  const args = proxy.command(folder, readFileSync(join(ROOT, proxy.file), 'utf8'), ports);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(proxy.program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  undoAfter(t, () => child.kill('SIGTERM'));
  const isUp = async () => (await ask(https, '/')).status !== 0;
  await until(isUp, 10_000).catch(() => assert.fail(said));
  return ports;
}

/** Ports that are free at the same time. */
async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return ports;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.end());
  });
}

type Answer = { status: number; headers: IncomingHttpHeaders };

/** A request like a browser's to https://localhost; status 0 if there is no answer. */
function ask(port: number, path: string, body?: string, host = 'localhost'): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  const headers = {
    host,
    origin: 'https://localhost',
    'content-type': 'application/json',
    'x-forwarded-for': '203.0.113.9',
  };
  const options = { host: '127.0.0.1', port, path, method, headers, servername: host, agent: AGENT };
  return new Promise((resolve) => {
    const sent = request(options, (response) => {
      response.resume();
      response.once('close', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    sent.once('error', () => resolve({ status: 0, headers: {} }));
    sent.end(body);
  });
}
const AGENT = new Agent({ rejectUnauthorized: false });

/** Returns the headers of a request behind the proxy. */
async function headersBehind(ports: Ports): Promise<IncomingHttpHeaders> {
  const echo = createServer((_request, response) => response.end()).listen(ports.collector, '127.0.0.1');
  const seen = once(echo, 'request');
  assert.equal((await ask(ports.https, '/soon')).status, 200);
  const [{ headers }] = (await seen) as [{ headers: IncomingHttpHeaders }];
  echo.closeAllConnections();
  await once(echo.close(), 'close');
  return headers;
}

type Running = { child: ChildProcess; ended: Promise<unknown> };

async function startCollector(port: number, folders: { dataDir: string; dist: string }): Promise<Running> {
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: folders.dataDir,
    RATE_LIMIT: 'off',
    SITE_URL: 'https://localhost',
    TRUSTED_PROXIES: '1',
  };
  const child = spawn(process.execPath, [SERVER, folders.dist], {
    env,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await until(() => answers(port), 20_000);
  return { child, ended };
}

for (const proxy of [CADDY, NGINX]) {
  const skip = !existsSync(proxy.program) && `no ${proxy.program} here: ${proxy.file} is NOT tested`;
  test(
    `${proxy.file}: TLS, the visitor's address, bodies, and a restart that loses nothing acknowledged`,
    { skip },
    async (t) => {
      const folders = makeFolders(t);
      const ports = await startProxy(t, proxy);

      const plain = await new Promise<Answer>((resolve, reject) =>
        get(
          { host: '127.0.0.1', port: ports.http, path: '/about?x=1', headers: { host: 'localhost' } },
          (response) => {
            response.resume();
            resolve({ status: response.statusCode ?? 0, headers: response.headers });
          },
        ).once('error', reject),
      );
      assert.ok([301, 308].includes(plain.status));
      assert.match(plain.headers.location ?? '', /^https:\/\/localhost(:\d+)?\/about\?x=1$/);
      const www = await ask(ports.https, '/about?x=1', undefined, 'www.localhost');
      assert.deepEqual([www.status, www.headers.location], [301, 'https://localhost/about?x=1']);

      const behind = await headersBehind(ports);
      assert.equal(behind.host, 'localhost');
      // The visitor's own claim is not the last entry, which TRUSTED_PROXIES=1 reads.
      assert.equal(String(behind['x-forwarded-for']).split(', ').at(-1), '127.0.0.1');

      let running = await startCollector(ports.collector, folders);
      undoAfter(t, () => running.child.kill('SIGKILL'));
      const largest = await ask(ports.https, '/api/contact', JSON.stringify({ message: 'x'.repeat(90_000) }));
      assert.equal(largest.status, 422);
      // Many, as an answer gets lost only now and then if the connection closes before the body is read.
      const tooLarge = await Promise.all(
        Array.from({ length: 50 }, () => ask(ports.https, '/api/contact', 'x'.repeat(200_000))),
      );
      assert.deepEqual(new Set(tooLarge.map(({ status }) => status)), new Set([413]));

      const acked: string[] = [];
      const over = new AbortController();
      async function visitor(name: string): Promise<void> {
        for (let i = 0; !over.signal.aborted; i++) {
          const email = `${name}-${i}@example.com`;
          if ((await ask(ports.https, '/api/subscribe', JSON.stringify({ email }))).status === 202)
            acked.push(email);
        }
      }
      const visitors = ['ana', 'eva'].map(visitor);
      await until(() => acked.length > 50, 20_000);
      running.child.kill('SIGTERM');
      await running.ended;
      running = await startCollector(ports.collector, folders);
      const before = acked.length;
      await until(() => acked.length > before + 50, 20_000);
      over.abort();
      await Promise.all(visitors);
      running.child.kill('SIGTERM');
      await running.ended;
      const { addresses, integrity } = readStore(folders.dataDir);
      const stored = new Set(addresses);
      assert.deepEqual(
        acked.filter((address) => !stored.has(address)),
        [],
      );
      assert.ok(acked.length > before + 50);
      assert.equal(integrity, 'ok');
    },
  );
}
