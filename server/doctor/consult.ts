import { Worker } from 'node:worker_threads';
import type { DoctorFound, LookedAt } from '#contract/owner/doctor.ts';
import type { Config } from '#server/config.ts';
import type { Examined, Finding } from '#server/finding.ts';
import type { DoctorOrder } from './doctor-thread.ts';

/** Milliseconds. A network that does not answer has ended by then; a disk that hangs may not have. */
const PATIENCE_MS = 60_000;

type Doctor = {
  /** What was found last; null: nobody has asked since the start. */
  last(): DoctorFound | null;
  /** Looks now; who asks meanwhile gets the same. */
  look(): Promise<DoctorFound>;
};

const doctors = new WeakMap<Config, Doctor>();

/** One for each collector: it remembers what it found. */
export function doctorOf({ config, now }: { config: Config; now: () => number }): Doctor {
  const known = doctors.get(config) ?? createDoctor(config, now);
  doctors.set(config, known);
  return known;
}

/** Looks in a thread of its own, one at a time: whoever signs up notices nothing. */
function createDoctor(config: Config, now: () => number): Doctor {
  let found: DoctorFound | null = null;
  let looking: Promise<DoctorFound> | null = null;
  async function look(): Promise<DoctorFound> {
    const examined = await inThread({ config, now: now() });
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
    // Closing a descriptor early would drop the locks that SQLite has on the same files.
    trackUnmanagedFds: false,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Examined>();
  const timer = setTimeout(() => reject(new Error('The doctor takes too long.')), PATIENCE_MS).unref();
  // Under `node --watch` Node itself says on the same channel which files the thread has read.
  worker.on('message', (said: { findings?: Examined }) => said.findings && resolve(said.findings));
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The thread of the doctor ended.')));
  return promise.finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}
