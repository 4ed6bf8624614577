import { createPrivateKey } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { withStore } from '#server/store/existing.ts';
import { openSecrets } from '#server/store/secrets/secrets.ts';
import { rehearse, type RehearseConfig, type ToRehearse } from './rehearse.ts';
import type { AnnouncementTemplates } from './templates.ts';

export type ThreadOrder = {
  announcement: ToRehearse;
  config: Omit<RehearseConfig, 'dkim'>;
  /** `key` as PEM: a KeyObject cannot be passed to the thread. */
  dkim: { selector: string; domain: string; key: string | null } | null;
  templates: AnnouncementTemplates;
  now: number;
};

const DNS_PATIENCE = { timeout: 2_000, tries: 2 };

/** Runs beside the event loop, on its own connection: building all mails takes long, so does a backup. */
async function main(
  { announcement, config: rest, dkim: signing, templates, now }: ThreadOrder,
  port: MessagePort,
): Promise<void> {
  const key = signing?.key ? createPrivateKey(signing.key) : null;
  const config: RehearseConfig = { ...rest, dkim: signing && { ...signing, key } };
  const mailDeps = () => {
    const secrets = openSecrets(config.secretKeys, config.dataDir);
    return { ...config, templates, secrets, now: () => now };
  };
  const dns = new Resolver(DNS_PATIENCE);
  if (config.dnsServer !== null) dns.setServers([config.dnsServer]);
  await withStore(config, 'read', async ({ read }) => {
    const deps = { read, config, mailDeps, dns, most: Infinity, now: () => now };
    await rehearse(announcement, deps, (step) => port.postMessage({ step }));
  });
}

if (parentPort) await main(workerData as ThreadOrder, parentPort);
