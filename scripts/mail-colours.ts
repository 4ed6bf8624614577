export type Scheme = 'light' | 'dark';

/** A text in a mail with its displayed colours, as `#rrggbb`. */
type ColouredWords = { words: string; colour: string; ground: string };

type Colours = { colour: string; ground: string; hidden: boolean };

const VOID = new Set(['meta', 'br', 'hr', 'img']);
/** Where a part begins and ends that is left out if its value is empty. */
const PART = /\{\{[?/]\w+\}\}/g;
const TAG = /<!--.*?-->|<(\/?)(\w+)([^>]*)>|([^<]+)/gs;

/**
 * For tests: every visible text of a mail with its text colour and background, from the inline styles and, in
 * dark mode, from the classes of the style sheet.
 */
export function wordsWithColours(html: string, scheme: Scheme): ColouredWords[] {
  const rules = scheme === 'dark' ? darkRules(html) : new Map<string, string>();
  const open: Colours[] = [{ colour: '', ground: '', hidden: false }];
  const found: ColouredWords[] = [];
  for (const [, closing, name, attributes = '', words] of html.slice(html.indexOf('<body')).matchAll(TAG)) {
    const { colour, ground, hidden } = open.at(-1) as Colours;
    if (words !== undefined) {
      if (!hidden && words.replaceAll(PART, '').trim() !== '') found.push({ words, colour, ground });
    } else if (closing) {
      open.pop();
    } else if (name !== undefined && !VOID.has(name)) {
      const style = styleOf(attributes, name, ground, rules);
      open.push({
        colour: last(style, 'color') ?? colour,
        ground: last(style, 'background-color') ?? ground,
        hidden: hidden || style.includes('display:none'),
      });
    }
  }
  return found;
}

/** The dark-mode rules, by class. All are `!important`, so they override the inline styles. */
function darkRules(html: string): Map<string, string> {
  const block = html.match(/prefers-color-scheme:dark\)\{(.*?)<\/style>/s)?.[1] ?? '';
  const rules = [...block.matchAll(/\.(\w+)[^{}]*\{([^}]*)\}/g)];
  return new Map(rules.map(([, name = '', css = '']) => [name, css.replaceAll('!important', '')]));
}

function styleOf(attributes: string, tag: string, ground: string, rules: Map<string, string>): string {
  const inline = attributes.match(/style="([^"]*)"/)?.[1] ?? '';
  const classes = attributes.match(/class="([^"]*)"/)?.[1]?.split(' ') ?? [];
  // The one descendant rule: it applies to every cell of the background.
  if (tag === 'td' && ground !== '') classes.push('ground');
  return [inline, ...classes.map((name) => rules.get(name) ?? '')].join(';');
}

function last(style: string, property: string): string | undefined {
  return [...style.matchAll(new RegExp(`(?:^|;)\\s*${property}:([^;]+)`, 'g'))].at(-1)?.[1];
}
