import { readFileSync } from 'node:fs';
import { drawPictures } from './draw.ts';
import { inspectFile } from './inspect.ts';
import { drawLetterPicture } from './letter-picture.ts';
import type { PublisherJob } from './order.ts';
import { renderSite } from './render.ts';

function obey(order: PublisherJob): Promise<unknown> {
  switch (order.does) {
    case 'render':
      return renderSite(order);
    case 'draw':
      return drawPictures(order);
    case 'inspect':
      return inspectFile(order);
    case 'draw-for-letter':
      return drawLetterPicture(order);
  }
}

// Runs in a process of its own: reads an order from standard input and answers in JSON.
process.stdout.write(JSON.stringify(await obey(JSON.parse(readFileSync(0, 'utf8')) as PublisherJob)));
