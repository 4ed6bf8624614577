/** In what is thrown where a browser stands still. */
export const NO_ANSWER = 'gave no answer';

/** What a journey asks of a browser. Each engine answers in the protocol that it speaks. */
export type Browser = {
  open(address: string): Promise<void>;
  back(): Promise<void>;
  /** The value of an expression in the page. */
  value(expression: string): Promise<unknown>;
  /** Pointer and keys, as both protocols write them. */
  act(actions: object[]): Promise<void>;
  /** How large the page's own window is. */
  resize(width: number, height: number): Promise<void>;
  /** What the window shows, as a PNG. */
  picture(): Promise<Buffer>;
  forgetCookies(): Promise<void>;
  /** What the page said went wrong, where the engine passes it on. */
  complaints: string[];
  end(): Promise<void>;
};

export type Engine = {
  name: string;
  /** What it needs, and where Debian puts it. */
  programs: Record<string, string>;
  /** `scripts: false` for a visitor who has switched JavaScript off. */
  start(options: { scripts: boolean }): Promise<Browser>;
};
