/** The colours of a theme that pictures need, as `#rrggbb`. */
export type Colours = { text: string; accent: string };

/** @throws Error when `css`, the design tokens, does not give a theme's colour first as `#rrggbb`. */
export function coloursOf(css: string, theme: 'dark' | 'light'): Colours {
  const block = new RegExp(`\\[data-theme='${theme}'\\]\\s*\\{([^}]*)`).exec(css)?.[1] ?? '';
  const hex = (name: string) => {
    const value = new RegExp(`--${name}:\\s*(#[0-9a-f]{6});`, 'i').exec(block)?.[1];
    if (value === undefined)
      throw new Error(`ui/tokens.css needs --${name} as #rrggbb in the ${theme} theme`);
    return value;
  };
  return { text: hex('text'), accent: hex('accent') };
}

/** The theme that is readable on a background of this colour, `#rrggbb`. */
export function themeOn(ground: string): 'dark' | 'light' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(ground.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? 'dark' : 'light';
}
