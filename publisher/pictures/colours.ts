/** The colours of a theme that pictures need, as `#rrggbb`. */
export type Colours = { text: string; accent: string };

/** @throws Error when `css`, the design tokens, does not give a theme's colour first as `#rrggbb`. */
export function coloursOf(css: string, theme: 'dark' | 'light'): Colours & { muted: string } {
  const block = new RegExp(`\\[data-theme='${theme}'\\]\\s*\\{([^}]*)`).exec(css)?.[1] ?? '';
  const hex = (name: string) => {
    const value = new RegExp(`--${name}:\\s*(#[0-9a-f]{6});`, 'i').exec(block)?.[1];
    if (value === undefined)
      throw new Error(`ui/tokens.css needs --${name} as #rrggbb in the ${theme} theme`);
    return value;
  };
  return { text: hex('text'), muted: hex('muted'), accent: hex('accent') };
}
