import { readFileSync } from 'node:fs';
import { draw } from './draw.ts';
import { inspect } from './inspect.ts';
import type { Order } from './order.ts';
import { render } from './render.ts';

function obey(order: Order): Promise<unknown> {
  switch (order.does) {
    case 'render':
      return render(order);
    case 'draw':
      return draw(order);
    case 'inspect':
      return inspect(order);
  }
}

// Runs in a process of its own: reads an order from standard input and answers in JSON.
process.stdout.write(JSON.stringify(await obey(JSON.parse(readFileSync(0, 'utf8')) as Order)));
