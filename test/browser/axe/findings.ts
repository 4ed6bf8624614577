import type { BrowserContext } from '@playwright/test';

/** Axe looks into the frame of a mail, which runs no script and blocks access. */
const BEFORE_A_MAIL = /Blocked script execution in .*\/preview|recipient window's origin \('null'\)/;

/** Collects findings and their places; one found in many places is printed once. */
export class Findings {
  readonly #where = new Map<string, Set<string>>();

  get size(): number {
    return this.#where.size;
  }

  add(what: string, where: string): void {
    const places = this.#where.get(what);
    if (places !== undefined) return void places.add(where);
    this.#where.set(what, new Set([where]));
    console.log(`${where}: ${what}`);
  }

  /** Records console errors and foreign requests of a context's pages. Returns a function that stops it. */
  listen(context: BrowserContext, where: string, expected = /(?!)/): () => void {
    let isOver = false;
    const note = (what: string) => {
      if (!isOver && !expected.test(what) && !BEFORE_A_MAIL.test(what)) this.add(what, where);
    };
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) note(`console: ${message.text()}`);
    });
    context.on('weberror', (error) => note(`uncaught: ${error.error().message}`));
    context.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== 'localhost') note(`asks ${hostname}`);
    });
    return () => {
      isOver = true;
    };
  }

  report(): string {
    return [
      `${this.size} findings`,
      ...[...this.#where].map(
        ([what, places]) => `${places.size} × ${what}\n    ${[...places].slice(0, 3).join('\n    ')}`,
      ),
    ].join('\n');
  }
}
