import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SERVER } from '#test/fixtures/compiled.ts';
import { buildIfChanged, type OwnContent } from '../../../scripts/build.ts';
import { ROOT } from '#server/base/root.ts';
import { readConfig } from '#server/base/config.ts';
import { longestWords } from '#test/fixtures/longest-words.ts';
import { writeBooks } from './books.ts';
import { writeEvidence } from './evidence.ts';
import { serveGallery } from './gallery.ts';

/** The first port; another base allows two runs side by side. Fixed, as ports are built into the pages. */
const BASE = Number(process.env['E2E_PORT'] ?? 4010);
/** The port and path of the mock form service. */
export const FORM_SERVICE = { port: BASE + 7, path: '/f/abcdefgh' };

/** Signs the form tokens of the guarded site, so that a test can make an old one. */
export const GUARD_KEY = 'a key of the browser tests only: 0123456789';

/** Receives the messages of the open site. */
export const OWNER = 'owner@embreve.example';

/** The tested builds: default, both Google IDs, a foreign form service, guard on, open, with a book, a newsletter, all
 * evidence and a short contact form, and with all words at their longest. */
export const SITES = {
  plain: {},
  tags: { GA_ID: 'G-TEST123', GTM_ID: 'GTM-TEST1' },
  foreign: { SUBSCRIBE_ENDPOINT: `http://127.0.0.1:${FORM_SERVICE.port}${FORM_SERVICE.path}` },
  guarded: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '1', SECRET_KEYS: GUARD_KEY },
  live: { STAGE: 'live', OWNER_EMAIL: OWNER },
  edited: { STAGE: 'live' },
  books: { STAGE: 'live', CONTACT_COMPANY: 'optional', CONTACT_PHONE: 'optional' },
} as const;
export type SiteName = keyof typeof SITES;

const PORTS: Record<SiteName, number> = {
  plain: BASE,
  tags: BASE + 1,
  foreign: BASE + 2,
  guarded: BASE + 4,
  live: BASE + 5,
  books: BASE + 6,
  edited: BASE + 8,
};

export function addressOf(name: SiteName): string {
  return `http://localhost:${PORTS[name]}`;
}

/** URL of the parts that no page shows yet, see site/gallery/. */
export const GALLERY = `http://localhost:${BASE + 3}/`;

/** The data folder of one of the sites. */
export function dataDirOf(name: SiteName): string {
  return join(process.env['E2E_DATA'] ?? '', name);
}

/** The folder of one of the builds. */
export function distOf(name: SiteName): string {
  return join(ROOT, `test-results/sites-${BASE}`, name);
}

const ALL = Object.keys(SITES) as SiteName[];
/** An owner's files for some of the builds. */
const FILES = join(ROOT, `test-results/sites-${BASE}/files`);

function settingsOf(name: SiteName) {
  // All test visitors have the same address.
  return {
    RATE_LIMIT: 'off',
    MAILS: 'files',
    ...SITES[name],
    PORT: String(PORTS[name]),
    DATA_DIR: dataDirOf(name),
  };
}

/** Builds those sites that have changed. */
export async function buildSites(names: SiteName[] = ALL): Promise<void> {
  const said: Partial<Record<SiteName, OwnContent>> = {
    books: {
      content: { 'newsletter.aMonth': 1, ...writeBooks(FILES), ...(await writeEvidence(FILES)) },
      files: FILES,
    },
    edited: { content: longestWords(), files: FILES },
  };
  for (const name of names) await buildIfChanged(readConfig(settingsOf(name)), distOf(name), said[name]);
}

/** Builds and serves every site once for all Chromium tests; the returned function stops them. */
export default async function serveAll(): Promise<() => Promise<void>> {
  const stopSites = await serveSites(ALL);
  const stopGallery = await serveGallery(BASE + 3, join(ROOT, `test-results/sites-${BASE}/gallery`));
  return async () => {
    await stopGallery();
    await stopSites();
  };
}

/** Builds and serves some of the sites; the returned function stops them. */
export async function serveSites(names: SiteName[]): Promise<() => Promise<void>> {
  await buildSites(names);
  const data = await mkdtemp(join(tmpdir(), 'embreve-e2e-'));
  // Test processes inherit this.
  process.env['E2E_DATA'] = data;
  const servers: ChildProcess[] = [];
  const stop = async () => {
    // A server that is still writing would leave files behind; its data is deleted anyway.
    await Promise.all(servers.map(ended));
    await rm(data, { recursive: true, force: true });
  };
  try {
    for (const name of names) servers.push(await serve(distOf(name), settingsOf(name)));
  } catch (error) {
    // If a port is taken, servers started before it would stay forever.
    await stop();
    throw error;
  }
  return stop;
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const end = once(server, 'exit');
  server.kill('SIGKILL');
  await end;
}

async function serve(dist: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [SERVER, dist], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) if (line.includes('listening')) return child;
  throw new Error(`the server for ${dist} did not start`);
}
