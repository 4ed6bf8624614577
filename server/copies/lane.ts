type Work = () => Promise<void> | void;

/** Does one thing after another, beside other lanes. */
export class CopyLane {
  #works: Work[] = [];
  #running: Promise<void> | null = null;

  /** Resolves when there is nothing more to do; null: there is nothing. */
  get busy(): Promise<void> | null {
    return this.#running;
  }

  add(...works: Work[]): void {
    this.#works.push(...works);
    this.#running ??= this.#run();
  }

  /** Before everything that waits. */
  addFirst(...works: Work[]): void {
    this.#works.unshift(...works);
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // So that `busy` is set before the first of it is done.
    await Promise.resolve();
    for (let work = this.#works.shift(); work !== undefined; work = this.#works.shift()) await work();
    this.#running = null;
  }
}
