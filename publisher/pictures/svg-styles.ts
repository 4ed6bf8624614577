import type { XmlElement } from '@rgrove/parse-xml';

type Declaration = [name: string, value: string, isImportant: boolean];
/** What the styles of a file say of an element, the strongest last. `above`: what it is in, outermost first. */
export type Styles = (element: XmlElement, above: readonly XmlElement[]) => Declaration[];

/** A tag, an id or classes, without a space. */
type Compound = { tag: string; id: string; classes: string[] };
/** `path`: from the outermost to the element; `isChild`: whether each is directly in the one before. */
type Rule = { path: { compound: Compound; isChild: boolean }[]; weight: number; declarations: Declaration[] };

/**
 * Reads the rules of style sheets as drawing programs write them: tags, classes, ids, one in another. Others say nothing
 * in a picture (`:hover`, `@font-face`), or speak of a screen or theme that only a visitor has (`@media`).
 */
export function svgStyles(sheets: readonly string[]): Styles {
  const rules = sheets.flatMap(rulesIn).toSorted((one, other) => one.weight - other.weight);
  return (element, above) =>
    [
      ...rules
        .filter(({ path }) => matches(path, element, above))
        .flatMap(({ declarations }) => declarations),
      ...declarationsIn(element.attributes['style'] ?? ''),
    ].toSorted(([, , one], [, , other]) => Number(one) - Number(other));
}

function rulesIn(sheet: string): Rule[] {
  const css = withoutAtRules(withoutComments(sheet));
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', body = '']) => {
    const declarations = declarationsIn(body);
    return selectors.split(',').flatMap((selector) => {
      const path = pathOf(selector.trim());
      return path === null ? [] : [{ path, weight: weightOf(path), declarations }];
    });
  });
}

function withoutComments(css: string): string {
  return css.replace(/\/\*.*?\*\/|<!--|-->/gs, '');
}

/** Without `@import …;` and `@media … {…}`. */
function withoutAtRules(css: string): string {
  let [kept, rest] = ['', css];
  for (let at = rest.indexOf('@'); at !== -1; at = rest.indexOf('@')) {
    kept += rest.slice(0, at);
    rest = rest.slice(endOfAtRule(rest, at));
  }
  return kept + rest;
}

function endOfAtRule(css: string, from: number): number {
  let depth = 0;
  for (const { 0: mark, index } of css.slice(from).matchAll(/[;{}]/g)) {
    if (mark === '{') depth++;
    else if (mark === '}') depth--;
    if (depth <= 0) return from + index + 1;
  }
  return css.length;
}

function declarationsIn(body: string): Declaration[] {
  return withoutComments(body)
    .split(';')
    .flatMap((one): Declaration[] => {
      const [, name = '', said = ''] = /^\s*([\w-]+)\s*:(.*)$/s.exec(one) ?? [];
      const value = said.replace(/!\s*important\s*$/i, '').trim();
      return value === '' ? [] : [[name.toLowerCase(), value, value !== said.trim()]];
    });
}

function pathOf(selector: string): Rule['path'] | null {
  const words = selector.replace(/\s*>\s*/g, ' >').split(/\s+/);
  const path = words.map((word) => {
    const compound = compoundOf(word.replace(/^>/, ''));
    return compound && { compound, isChild: word.startsWith('>') };
  });
  return path.every((one) => one !== null) ? path : null;
}

function compoundOf(word: string): Compound | null {
  const [, tag, rest = ''] = /^(\*|:root|[a-z][\w-]*)?((?:[.#][\w-]+)*)$/i.exec(word) ?? [];
  if (tag === undefined && rest === '') return null;
  const named = rest.match(/[.#][\w-]+/g) ?? [];
  return {
    tag: tag === ':root' ? 'svg' : (tag ?? '*'),
    id: named.find((one) => one.startsWith('#'))?.slice(1) ?? '',
    classes: named.filter((one) => one.startsWith('.')).map((one) => one.slice(1)),
  };
}

/** Specificity. */
function weightOf(path: Rule['path']): number {
  return path.reduce(
    (sum, { compound: { tag, id, classes } }) =>
      sum + (id === '' ? 0 : 10_000) + classes.length * 100 + (tag === '*' ? 0 : 1),
    0,
  );
}

function matches(path: Rule['path'], element: XmlElement, above: readonly XmlElement[]): boolean {
  const last = path.at(-1);
  if (last === undefined) return true;
  if (!isMeant(last.compound, element)) return false;
  const rest = path.slice(0, -1);
  if (rest.length === 0) return true;
  const places = last.isChild ? [above.length - 1] : above.map((_one, at) => at);
  return places.some((at) => {
    const outer = above[at];
    return outer !== undefined && matches(rest, outer, above.slice(0, at));
  });
}

function isMeant({ tag, id, classes }: Compound, { name, attributes }: XmlElement): boolean {
  const own = (attributes['class'] ?? '').split(/\s+/);
  return (
    (tag === '*' || tag === name.replace(/^.*:/, '')) &&
    (id === '' || id === attributes['id']) &&
    classes.every((one) => own.includes(one))
  );
}
