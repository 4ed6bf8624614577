/**
 * What the collector's Node is started with.
 * - `bundled`: imports some packages as one file each, which `npm run build` has made (imports in package.json).
 * - Without Node's start-up snapshot the writer's thread takes 7 MiB less.
 * - Smaller young and old generations: while thousands are told the process takes 20 to 30 MiB more, not 180.
 * - `gc` lets it give back after the start what only starting needed (server/main.ts, server/store/writer-thread.ts).
 */
export const NODE_FLAGS = [
  '--conditions=bundled',
  '--no-node-snapshot',
  '--max-semi-space-size=8',
  '--heap-growing-percent=100',
  '--expose-gc',
];

/**
 * And that of the command line: an export of a million addresses must not take more than the collector itself. Its peak
 * is 100 MiB so, and 200 without; it takes twice the processor's time.
 */
export const COMMAND_FLAGS = ['--conditions=bundled', '--max-semi-space-size=1', '--optimize-for-size'];
