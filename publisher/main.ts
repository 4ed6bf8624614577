import { readFileSync } from 'node:fs';
import { render, type Job } from './render.ts';

// Runs in a process of its own: reads a job from standard input and answers with what is wrong, as JSON.
const job = JSON.parse(readFileSync(0, 'utf8')) as Job;
process.stdout.write(JSON.stringify(await render(job)));
