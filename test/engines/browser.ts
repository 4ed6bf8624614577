/** In what is thrown where a browser stands still. */
export const NO_ANSWER = 'gave no answer';
const SECONDS_TO_ANSWER = 20;

/** What a journey asks of a browser, whatever drives it. */
export type Browser = {
  open(address: string): Promise<unknown>;
  back(): Promise<unknown>;
  /** The value of an expression in the page. */
  value(expression: string): Promise<unknown>;
  /** A press of the mouse, in pixels from the top left of the window. */
  click(x: number, y: number): Promise<unknown>;
  type(text: string): Promise<unknown>;
  press(key: 'Enter' | 'Escape'): Promise<unknown>;
  /** How large the page's own window is. */
  resize(width: number, height: number): Promise<unknown>;
  /** What the window shows, as a PNG. */
  picture(): Promise<Uint8Array>;
  forgetCookies(): Promise<unknown>;
  end(): Promise<unknown>;
};

/** A browser, and what its page said went wrong, where the engine passes it on. */
export type Started = { browser: Browser; complaints: string[] };

export type Engine = {
  name: string;
  /** What it needs, and where Debian puts it. */
  programs: Record<string, string>;
  /** `scripts: false` for a visitor who has switched JavaScript off. */
  start(options: { scripts: boolean }): Promise<Started>;
};

/** The same browser, whose commands fail with `NO_ANSWER` where it stands still. */
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
