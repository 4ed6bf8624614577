import { findPackageJSON } from 'node:module';
import { dirname, sep } from 'node:path';

/** The folder of the program, from its sources and from the compiled server. */
export const ROOT = dirname(findPackageJSON('..', import.meta.url) ?? '');
/** Whether npm installed it; else it is a checkout. */
export const IS_PACKAGE = ROOT.split(sep).includes('node_modules');
