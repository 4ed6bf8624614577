import { fileURLToPath } from 'node:url';

/** The project's root folder, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
