import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SERVER } from '#test/fixtures/compiled.ts';
import type { BrowserContext } from '@playwright/test';
import { linkTo, makeServerLink } from '#server/owners/links.ts';
import { keyIn } from '#server/publish/renderings.ts';
import { withStore, type Store } from '#server/store/existing.ts';
import { newSession, type Who } from '#test/fixtures/owner.ts';
import { startDns } from '#test/fixtures/dns.ts';
import { type SmtpFixture, startSmtp, type Received } from '#test/fixtures/smtp.ts';
import { test as base } from './test.ts';
import { distOf } from './sites.ts';

/** A collector with its own list and mail server, for tests of the dashboard. */
export type OwnerSite = {
  address: string;
  dataDir: string;
  /** The mails that its mail server received. */
  received: Received[];
  /** How its mail server refuses, by recipient. */
  atRecipient: SmtpFixture['atRecipient'];
  /** Opens the store beside the running collector. */
  within: <T>(work: (store: Store) => Promise<T>) => Promise<T>;
  /** A sign-in link from the server; `owner` null: for the very first owner. */
  link: (owner: number | null) => Promise<string>;
  /** Creates an owner and signs this browser in. */
  signIn: (context: BrowserContext, who?: Who) => Promise<number>;
};

/** The sender's DNS zone: without problems, so that a launch check has nothing to fix. */
const ZONE = {
  'embreve.example': { TXT: ['v=spf1 mx -all'], MX: ['mx.embreve.example'] },
  '_dmarc.embreve.example': { TXT: ['v=DMARC1; p=none'] },
};

export const OWNER_EMAIL = 'owner@embreve.example';

/** Tests of one worker share the site; each creates its own owners. */
export const test = base.extend<object, { ownerSite: OwnerSite }>({
  ownerSite: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => withOwnerSite(use),
    { scope: 'worker' },
  ],
  baseURL: async ({ ownerSite }, use) => use(ownerSite.address),
  // On a busy machine a collector may shed polling requests.
  expected: /\b503\b/,
});

/** `follows`: visitors see what is published. `mails`: its mail server is set. */
type Made = { follows?: boolean; mails?: boolean };

/** A separate site for one test, where nobody has signed in yet. */
export async function withOwnerSite(
  work: (site: OwnerSite) => Promise<void>,
  made: Made = {},
): Promise<void> {
  const cleanup: (() => unknown)[] = [];
  try {
    await work(await start((end) => void cleanup.unshift(end), made));
  } finally {
    for (const end of cleanup) await end();
  }
}

async function start(
  after: (end: () => unknown) => void,
  { follows = false, mails = true }: Made,
): Promise<OwnerSite> {
  const smtp = await startSmtp({ after } as Parameters<typeof startSmtp>[0]);
  const dataDir = await mkdtemp(join(tmpdir(), 'embreve-owner-'));
  after(() => rm(dataDir, { recursive: true, force: true }));
  const dns = await startDns({ after } as Parameters<typeof startDns>[0], ZONE);
  const port = await freePort();
  const address = `http://localhost:${port}`;
  if (follows) await beginWith(distOf('plain'), dataDir);
  const dist = follows ? [] : [distOf('plain')];
  const child = spawn(process.execPath, [SERVER, ...dist], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      SITE_URL: address,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      RATE_LIMIT: 'off',
      ...(mails && { SMTP_URL: smtp.url, MAIL_FROM: 'hello@embreve.example' }),
      OWNER_EMAIL,
      DNS_SERVER: dns.getServers()[0],
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGKILL')) await ended;
  });
  for await (const line of createInterface(child.stdout)) if (line.includes('"listening"')) break;
  const within: OwnerSite['within'] = (work) => withStore({ dataDir, databaseUrl: null }, 'write', work);
  return {
    address,
    dataDir,
    received: smtp.received,
    atRecipient: smtp.atRecipient,
    within,
    link: async (owner) => {
      const { token } = await within(({ write }) => makeServerLink(write, { owner, now: Date.now() }));
      return linkTo(address, token);
    },
    signIn: async (context, who = {}) => {
      after(() => leave(context));
      const { id, token } = await within(({ write }) => newSession(write, who));
      const cookie = { name: 'owner', value: token, url: address, httpOnly: true } as const;
      await context.addCookies([{ ...cookie, sameSite: 'Strict' }]);
      return id;
    },
  };
}

/** A page left open would ask a server that is gone. */
async function leave(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('about:blank');
  }
}

/** The server begins with a rendering that is there, as if it had shown it before. */
async function beginWith(dist: string, dataDir: string): Promise<void> {
  const key = keyIn(dist) ?? '';
  await mkdir(join(dataDir, 'site'));
  await symlink(dist, join(dataDir, 'site', key));
  await writeFile(join(dataDir, 'site/shown'), key);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
