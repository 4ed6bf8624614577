import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { ROOT } from '#server/base/root.ts';
import { installFromDebian, missingPackages } from '../../scripts/debian.ts';
import { serveSites } from '../browser/support/sites.ts';
import { type Browser, type Engine, NO_ANSWER, type Started } from './browser.ts';
import { firefox, firefoxWithBlocker } from './firefox.ts';
import { BLOCKER_JOURNEYS, type Journey, JOURNEYS } from './journeys.ts';
import { visitorWith } from './visitor.ts';
import { webkit } from './webkit.ts';

/*
 * usage: npm run test:engines [-- part of a journey's name]
 *
 * The main journeys in Firefox and WebKit as Debian ships them, and one in Firefox with an ad blocker, side by
 * side. Part of `npm run test:all`.
 * Skips an engine that cannot be installed; with CI in the environment that is a failure.
 */
const ENGINES: [Engine, Journey[]][] = [
  [firefox, JOURNEYS],
  [webkit, JOURNEYS],
  [firefoxWithBlocker, BLOCKER_JOURNEYS],
];
const isChosen = ({ name }: Journey) => name.includes(process.argv[2] ?? '');
const PICTURES = join(ROOT, 'test-results/engines');

const missing = [...new Set(ENGINES.flatMap(([{ programs }]) => missingPackages(programs)))];
// The recommended packages, for video and sound, are five times as large.
await installFromDebian(missing, '--no-install-recommends');
const stopSites = await serveSites(['plain', 'live', 'edited']);
after(stopSites);
process.once('exit', () => void stopSites());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

describe('the main journeys', { concurrency: ENGINES.length }, () => {
  for (const [engine, journeys] of ENGINES) {
    const without = missingPackages(engine.programs);
    const name = `in ${engine.name}`;
    if (without.length === 0)
      describe(name, { concurrency: 1 }, () => walkIn(engine, journeys.filter(isChosen)));
    else if (process.env['CI']) test(name, () => assert.fail(notInstalled(without)));
    else test(name, { skip: notInstalled(without) });
  }
});

function notInstalled(packages: string[]): string {
  return `${packages.join(' and ')} could not be installed: that takes root on a Debian`;
}

function walkIn(engine: Engine, journeys: Journey[]): void {
  for (const scripts of [true, false]) {
    describe(scripts ? 'with JavaScript' : 'without JavaScript', { concurrency: 1 }, () => {
      let started: Promise<Started> | null = null;
      after(() => started?.then(({ browser }) => browser.end()));
      for (const { name, walk } of journeys.filter((one) => one.scripts === scripts)) {
        const walkOnce = async () => {
          const { browser, complaints } = await (started ??= startTwice(engine, scripts));
          try {
            await walk(visitorWith(browser), `ana@exemplo-${randomUUID().slice(0, 8)}.com`);
            assert.deepEqual(await complaints(), []);
          } catch (error) {
            // The next journey starts a new one: this one may be hanging.
            started = null;
            await keepPicture(browser, `${engine.name}-${name}`);
            // If ending fails too, the journey's result counts.
            await browser.end().catch(() => {});
            throw error;
          }
        };
        test(name, { timeout: 120_000 }, () =>
          walkOnce().catch((error: unknown) => {
            if (!String(error).includes(NO_ANSWER)) throw error;
            console.error(`${name} is walked again: ${String(error)}`);
            return walkOnce();
          }),
        );
      }
    });
  }
}

/** On a busy machine a browser sometimes fails to start, or hangs; only a second failure is reported. */
async function startTwice(engine: Engine, scripts: boolean): Promise<Started> {
  try {
    return await engine.start({ scripts });
  } catch (error) {
    console.error(`${engine.name} is started again: ${String(error)}`);
    return engine.start({ scripts });
  }
}

async function keepPicture(browser: Browser, name: string): Promise<void> {
  const file = join(PICTURES, `${name.replaceAll(/\W+/g, '-')}.png`);
  await mkdir(PICTURES, { recursive: true });
  await browser.picture().then(
    (png) => writeFile(file, png),
    () => {},
  );
}
