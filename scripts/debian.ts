import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Installs Debian packages where possible: as root, with apt-get. One at a time: not every release has all.
 * If a program cannot be installed, the test that needs it reports that.
 */
export async function installFromDebian(packages: string[], ...options: string[]): Promise<void> {
  if (packages.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error(`Installing ${packages.join(' and ')} ...`);
  await aptGet('update', '-q');
  for (const name of packages) await aptGet('install', '-y', '-q', ...options, name);
}

/** The packages of missing programs. `programs`: their paths, by package. */
export function missingPackages(programs: Record<string, string>): string[] {
  return Object.keys(programs).filter((name) => !existsSync(programs[name] ?? ''));
}

function aptGet(...args: string[]): Promise<void> {
  const child = spawn('apt-get', args, { stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', () => resolve()));
}
