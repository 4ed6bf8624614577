/** Part of the error when a browser hangs, or fails to load a page: the journey is then walked again. */
export const NO_ANSWER = 'gave no answer';
const SECONDS_TO_ANSWER = 20;

/** What a journey needs of a browser, whatever drives it. */
export type Browser = {
  open(address: string): Promise<unknown>;
  back(): Promise<unknown>;
  /** Evaluates an expression in the page. */
  value(expression: string): Promise<unknown>;
  /** Clicks the mouse, in pixels from the top left of the window. */
  click(x: number, y: number): Promise<unknown>;
  type(text: string): Promise<unknown>;
  press(key: 'Enter' | 'Escape'): Promise<unknown>;
  /** Sets the size of the page's viewport. */
  resize(width: number, height: number): Promise<unknown>;
  /** Returns a PNG screenshot of the window. */
  picture(): Promise<Uint8Array>;
  forgetCookies(): Promise<unknown>;
  end(): Promise<unknown>;
};

export type Started = {
  browser: Browser;
  /** Returns the console's warnings and errors; in WebKit those since a page was last opened. */
  complaints(): Promise<string[]>;
};

export type Engine = {
  name: string;
  /** The programs it needs, at their Debian paths. */
  programs: Record<string, string>;
  /** `scripts: false`: JavaScript is switched off. */
  start(options: { scripts: boolean }): Promise<Started>;
};

/** The same browser, but commands fail with `NO_ANSWER` if it hangs. */
export function withLimit(engine: string, browser: Browser): Browser {
  const commands = Object.entries<(...args: never[]) => Promise<unknown>>(browser);
  const limited = commands.map(([name, command]) => {
    return [name, (...args: never[]) => answerWithin(`${engine} ${NO_ANSWER} to ${name}`, command(...args))];
  });
  return Object.fromEntries(limited) as Browser;
}

async function answerWithin(failure: string, answer: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(failure)), SECONDS_TO_ANSWER * 1000);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
