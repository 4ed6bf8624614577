import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '#server/base/root.ts';
import { ourSlips } from './voice.ts';

// Checks only our own words: that each language has them all, and how they are said.
const compiler = join(ROOT, 'node_modules/.bin/tsc');
const rooms = ['site', 'dashboard', 'mails'].map((room) =>
  spawnSync(compiler, ['--noEmit', '-p', room], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  }),
);
const slips = ourSlips();
for (const slip of slips) console.error(slip);
if (slips.length > 0 || rooms.some(({ status }) => status !== 0)) process.exitCode = 1;
else console.log('The words are right.');
