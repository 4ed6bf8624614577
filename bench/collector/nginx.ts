import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { mustEnd } from './cleanup.ts';
import { type Running, stop } from './processes.ts';

/** nginx with one worker that gives the same bytes with the same headers as `page` does. */
export async function startNginx(folder: string, page: string, headers: string[]): Promise<Running> {
  const sent = Object.fromEntries(headers.map((header) => header.split(': ') as [string, string]));
  const response = await fetch(page, { headers: sent });
  mkdirSync(join(folder, 'www'), { recursive: true });
  writeFileSync(join(folder, 'www', 'soon'), await compressed(page, sent));
  const own = new Set(['content-length', 'content-type', 'date', 'connection', 'keep-alive', 'etag']);
  const lines = [...response.headers]
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => `add_header ${name} '${value.replaceAll("'", "\\'")}';`);
  const port = await freePort();
  const type = response.headers.get('content-type') ?? '';
  return run(folder, port, pageServer(folder, port, type, lines));
}

/** nginx in front of these ports of this machine, set up as docs/deploy.md says for several servers. */
export async function startBalancer(folder: string, ports: readonly number[]): Promise<Running> {
  const port = await freePort();
  return run(folder, port, balancer(port, ports));
}

async function run(folder: string, port: number, http: string): Promise<Running> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, http));
  const begun = performance.now();
  const child = spawn('nginx', ['-c', file, '-p', folder, '-e', join(folder, 'error.log')], {
    stdio: 'inherit',
  });
  const end = mustEnd(() => stop(child));
  const address = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${address}/soon`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('nginx ended; its own message is above');
    await wait(20);
  }
  return { pid: child.pid ?? 0, address, startMs: performance.now() - begun, stop: end };
}

/** The bytes as they travel: `fetch` would unpack them. */
async function compressed(page: string, headers: Record<string, string>): Promise<Buffer> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(page, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('end', () => resolve(Buffer.concat(parts)));
    }).once('error', reject);
  });
}

function configuration(folder: string, http: string): string {
  return `worker_processes 1; daemon off; master_process off; pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${http}
}
`;
}

function pageServer(folder: string, port: number, type: string, lines: string[]): string {
  return `sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100;
  server { listen 127.0.0.1:${port}; root ${folder}/www; default_type '${type}';
    location = /soon { ${lines.join(' ')} } }`;
}

function balancer(port: number, ports: readonly number[]): string {
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join(' ');
  return `upstream collectors { ${servers} }
  server { listen 127.0.0.1:${port};
    location / {
      proxy_pass http://collectors;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    } }`;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}
