import { Worker } from 'node:worker_threads';
import type { DoctorFound, LookedAt } from '#contract/owner/doctor.ts';
import type { FixedConfig } from '#server/base/config.ts';
import type { Examined, Finding } from '#server/base/finding.ts';
import { runningVersion } from '#server/base/version.ts';
import type { DoctorOrder } from './doctor-thread.ts';

/** Milliseconds. Network timeouts are shorter; a hanging disk may take longer. */
const PATIENCE_MS = 60_000;

type Doctor = {
  /** The last result; null: no check since the start. */
  last(): DoctorFound | null;
  /** Runs a check; concurrent callers share it. */
  look(): Promise<DoctorFound>;
};

const doctors = new WeakMap<FixedConfig, Doctor>();

/** One for the settings of a moment: it remembers its last result. */
export function doctorOf({ config, now }: { config: FixedConfig; now: () => number }): Doctor {
  const known = doctors.get(config) ?? createDoctor(config, now);
  doctors.set(config, known);
  return known;
}

/** Checks in a worker thread, one check at a time, so that sign-ups are not delayed. */
function createDoctor(config: FixedConfig, now: () => number): Doctor {
  let found: DoctorFound | null = null;
  let looking: Promise<DoctorFound> | null = null;
  async function look(): Promise<DoctorFound> {
    const examined = await inThread({ config, now: now(), version: runningVersion() });
    const findings = Object.entries(examined) as [LookedAt, Finding | readonly Finding[]][];
    found = {
      at: now(),
      findings: findings.flatMap(([about, one]) => [one].flat().map((each) => ({ about, ...each }))),
    };
    return found;
  }
  return {
    last: () => found,
    look: () => (looking ??= look().finally(() => (looking = null))),
  };
}

function inThread(order: DoctorOrder): Promise<Examined> {
  const worker = new Worker(new URL('./doctor-thread.ts', import.meta.url), {
    workerData: order,
    // Closing a descriptor early would release SQLite's locks on the same files.
    trackUnmanagedFds: false,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Examined>();
  const timer = setTimeout(() => reject(new Error('The doctor takes too long.')), PATIENCE_MS).unref();
  // Under `node --watch` Node reports on the same channel which files the thread has read.
  worker.on('message', (said: { findings?: Examined }) => said.findings && resolve(said.findings));
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The thread of the doctor ended.')));
  return promise.finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}
