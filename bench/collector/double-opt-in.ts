import { join } from 'node:path';
import { REAL } from './load-run.ts';
import { untilMerged } from './merged.ts';
import { load, type Load, startServer } from './processes.ts';

const SUBSCRIBE = new URL('./subscribe.lua', import.meta.url);
const CONNECTIONS = 64;

export type MailLoads = { on: Load[]; off: Load[]; notes: string[] };

/**
 * The collector as `npm start` runs it, with double opt-in and without: with it, 300 confirmation mails become files
 * (the most in an hour), and the others wait while addresses come in.
 */
export async function loadWithMails(
  dist: string,
  folder: string,
  { seconds, repeats }: { seconds: number; repeats: number },
): Promise<MailLoads> {
  const result: MailLoads = { on: [], off: [], notes: [] };
  const start = (mails: 'on' | 'off') =>
    startServer(REAL, dist, join(folder, `mails-${mails}`), { DOUBLE_OPT_IN: mails });
  const servers = { on: await start('on'), off: await start('off') };
  try {
    for (let i = 0; i < repeats; i++) {
      for (const mails of ['on', 'off'] as const) {
        const { address, pid } = servers[mails];
        const options = { connections: CONNECTIONS, seconds, script: SUBSCRIBE };
        const one = await load(`${address}/api/subscribe`, pid, options);
        if (one.failed > 0)
          result.notes.push(`double opt-in ${mails}: ${one.failed} answers were no success`);
        result[mails].push(one);
        // Or it would take processor time from the other one.
        await untilMerged(join(folder, `mails-${mails}`));
      }
    }
  } finally {
    await Promise.all([servers.on.stop(), servers.off.stop()]);
  }
  return result;
}
