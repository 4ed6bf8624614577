import { linesOf } from './lines.ts';
import { openPreviews, type PreviewJob } from './preview.ts';

/** Characters of a job. */
const MOST_ASKED = 10_000_000;

// Runs in a process of its own, which stays: reads a job from each line of standard input, and answers with a line.
const [program = '', files = '', drawn = ''] = process.argv.slice(2);
const draw = await openPreviews({ program, files, drawn });
const asked = process.stdin.setEncoding('utf8') as AsyncIterable<string>;
for await (const line of linesOf(asked, MOST_ASKED))
  process.stdout.write(`${JSON.stringify(await draw(JSON.parse(line) as PreviewJob))}\n`);
