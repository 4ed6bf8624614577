import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Installs packages of Debian where we may: as root, with apt-get. One by one: not every Linux has all. A
 * program that could not be installed is found missing by the test that needs it.
 */
export async function installFromDebian(packages: string[], ...options: string[]): Promise<void> {
  if (packages.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error(`Installing ${packages.join(' and ')} ...`);
  await aptGet('update', '-q');
  for (const name of packages) await aptGet('install', '-y', '-q', ...options, name);
}

/** The packages of the programs that are not there. `programs`: their paths, by package. */
export function missingPackages(programs: Record<string, string>): string[] {
  return Object.keys(programs).filter((name) => !existsSync(programs[name] ?? ''));
}

function aptGet(...args: string[]): Promise<void> {
  const child = spawn('apt-get', args, { stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', () => resolve()));
}
