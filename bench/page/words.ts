import type { Element, Node } from './markup.ts';

/** A place where the two languages differ: the element, and its attribute, or null for its text. */
export type Slot = { key: string; element: Element; attribute: string | null; en: string; pt: string };

/** Walks the page in both languages at once and notes every place where the words differ. */
export function slotsOf(en: Element, pt: Element, taken: Slot[] = []): Slot[] {
  const slots: Slot[] = [];
  function note(element: Element, attribute: string | null, one: string, other: string): void {
    const key = keyOf(element, attribute, [...taken, ...slots]);
    slots.push({ key, element, attribute, en: one, pt: other });
  }
  function walk(one: Node, other: Node, parent: Element): void {
    if (typeof one === 'string' || typeof other === 'string') {
      if (one === other) return;
      if (typeof one !== 'string' || typeof other !== 'string' || parent.children.length > 1)
        throw different(parent);
      return note(parent, null, one, other);
    }
    if (one.tag !== other.tag || one.children.length !== other.children.length) throw different(one);
    for (const [name, value] of Object.entries(one.attributes)) {
      const translated = other.attributes[name];
      if (translated === undefined) throw different(one);
      if (translated !== value) note(one, name, value, translated);
    }
    one.children.forEach((child, i) => walk(child, other.children[i] ?? '', one));
  }
  walk(en, pt, en);
  return slots;
}

function different({ tag }: Element): Error {
  return new Error(`<${tag}> of the built page is built differently in the two languages`);
}

/** After the element's class, as a person would name it: `aj-prompt` is `prompt`. */
function keyOf({ tag, attributes }: Element, attribute: string | null, taken: Slot[]): string {
  const named = attributes['class']?.trim().split(' ').at(-1)?.split('-').at(-1);
  const base = `${named ?? tag}-${attribute ?? ''}`.replace(/-(\w)?/g, (_, letter = '') =>
    String(letter).toUpperCase(),
  );
  const same = taken.filter(({ key }) => key.replace(/\d+$/, '') === base).length;
  return same === 0 ? base : `${base}${same + 1}`;
}
