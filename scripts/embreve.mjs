#!/usr/bin/env node
// The program of the package: `embreve start` runs the server, any other word is a command.
import { fileURLToPath } from 'node:url';
import { pinnedNode, startNode, untilItEnds } from './node-child.mjs';
import { COMMAND_FLAGS, NODE_FLAGS } from './node-flags.mjs';

const words = process.argv.slice(2);
/** @param {string} file */
const path = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url));
const args =
  words[0] === 'start'
    ? [...NODE_FLAGS, path('server/main.mjs'), ...words.slice(1)]
    : [...COMMAND_FLAGS, path('server/cli.mjs'), ...words];
untilItEnds(startNode(pinnedNode(), args));
