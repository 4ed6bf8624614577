import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { readConfig } from '#server/config.ts';
import { findChromium } from '../../e2e/support/chromium.ts';
import { buildSite } from '../../scripts/build.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { chromiumFlags } from './browser.ts';
import { median } from './figures.ts';
import { freePort, startOwnServer } from './own-server.ts';
import { installIn, run } from './prepare.ts';
import { RESULTS } from './stacks.ts';

export type Lighthouse = {
  version: string;
  scores: Record<string, number>;
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  shift: number;
  failed: string[];
};
export type Observatory = {
  grade: string;
  score: number;
  tests: { name: string; pass: boolean; outcome: string; scoreModifier: number }[];
};
export type Audits = { lighthouse: Lighthouse[]; observatory: Observatory; policyFindings: string[] };

const TOOLS = join(ROOT, 'bench/tools');
const LIGHTHOUSE_RUNS = 3;

/** Lighthouse, the MDN Observatory's scanner and Google's CSP evaluator on our page as our own server serves it. */
export async function measureAudits(say: (line: string) => void): Promise<Audits> {
  await installIn(TOOLS, say);
  const dist = join(RESULTS, 'audited');
  const port = await freePort();
  const siteUrl = `http://localhost:${port}`;
  await buildSite(readConfig({ SITE_URL: siteUrl }), dist);
  const server = await startOwnServer(siteUrl, port, dist);
  const lighthouse: Lighthouse[] = [];
  try {
    for (let i = 1; i <= LIGHTHOUSE_RUNS; i++) {
      say(`Lighthouse ${i} of ${LIGHTHOUSE_RUNS}`);
      const args = ['lighthouse.mjs', `${siteUrl}/soon`, ...chromiumFlags()];
      const output = await run(process.execPath, args, TOOLS, { CHROME_PATH: findChromium() });
      lighthouse.push(JSON.parse(output.slice(output.indexOf('{"version"'))) as Lighthouse);
    }
    const policy = (await fetch(`${siteUrl}/soon`)).headers.get('content-security-policy') ?? '';
    return { lighthouse, observatory: await scan(dist, say), policyFindings: findingsIn(policy) };
  } finally {
    await server.stop();
  }
}

export function medianScore({ lighthouse }: Audits, category: string): number {
  return median(lighthouse.map(({ scores }) => scores[category] ?? 0));
}

/** One port for http, answered with a redirect, and https, passed on to our server: as behind a usual proxy. */
async function scan(dist: string, say: (line: string) => void): Promise<Observatory> {
  say('Observatory');
  const folder = await mkdtemp(join(tmpdir(), 'embreve-certificate-'));
  const { key, certificate: cert } = JSON.parse(await run(process.execPath, ['certificate.mjs'], TOOLS)) as {
    key: string;
    certificate: string;
  };
  const file = join(folder, 'certificate.pem');
  await writeFile(file, cert);
  const [port, behind] = [await freePort(), await freePort()];
  const server = await startOwnServer(`https://localhost:${port}`, behind, dist);
  const front = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (first) => {
      socket.pause();
      socket.unshift(first);
      if (first[0] === 22) passOn(new TLSSocket(socket, { isServer: true, key, cert }), behind);
      else
        socket.end(
          `HTTP/1.1 301 Moved Permanently\r\nLocation: https://localhost:${port}/\r\nContent-Length: 0\r\n\r\n`,
        );
    });
  });
  await new Promise<void>((resolve) => {
    front.listen(port, 'localhost', resolve);
  });
  try {
    const env = { NODE_EXTRA_CA_CERTS: file };
    return JSON.parse(
      await run(process.execPath, ['observatory.mjs', `localhost:${port}`], TOOLS, env),
    ) as Observatory;
  } finally {
    front.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

function passOn(secure: Socket, port: number): void {
  const plain = connect(port, '127.0.0.1');
  for (const socket of [secure, plain])
    socket.on('error', () => [secure, plain].forEach((other) => other.destroy()));
  secure.pipe(plain).pipe(secure);
}

/** What the evaluator calls high or medium; lower is advice. */
function findingsIn(policy: string): string[] {
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  return findings
    .filter(({ severity }) => severity <= Severity.MEDIUM)
    .map(({ severity, directive, description }) => `${Severity[severity]} ${directive}: ${description}`);
}
