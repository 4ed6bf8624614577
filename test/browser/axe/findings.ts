import type { BrowserContext } from '@playwright/test';

/** Axe looks into the frame of a mail, which runs no script and lets nobody in. */
const BEFORE_A_MAIL = /Blocked script execution in .*\/preview|recipient window's origin \('null'\)/;

/** What was found, and where; the same in many places is said once. */
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

  /** What pages of a browser complain about, and whom else they ask. Returns what ends it. */
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
