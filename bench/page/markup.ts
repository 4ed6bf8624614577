/** One element of a built document. Text is a string. */
export type Element = { tag: string; attributes: Record<string, string>; children: Node[] };
export type Node = Element | string;

const VOID = new Set(['area', 'base', 'br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
const RAW = new Set(['script', 'style', 'title']);
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** Reads what React writes, which is well formed: every element closed, every value quoted. Not a parser for the web. */
export function parse(html: string): Element {
  const document: Element = { tag: '#document', attributes: {}, children: [] };
  const open: Element[] = [document];
  const top = () => open.at(-1) ?? document;
  const tags =
    /<!doctype html>|<!--[^]*?-->|<\/(\w[\w-]*)>|<(\w[\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/gi;
  let last = 0;
  for (let match = tags.exec(html); match; match = tags.exec(html)) {
    if (match.index > last) top().children.push(decode(html.slice(last, match.index)));
    const [whole, closed, tag = '', attributes = ''] = match;
    last = tags.lastIndex;
    if (closed) {
      if (open.pop()?.tag !== closed) throw new Error(`</${closed}> closes another element`);
    } else if (tag) {
      const element: Element = { tag, attributes: readAttributes(attributes), children: [] };
      top().children.push(element);
      if (RAW.has(tag)) {
        const end = html.indexOf(`</${tag}>`, last);
        element.children.push(html.slice(last, end));
        last = tags.lastIndex = end + tag.length + 3;
      } else if (!VOID.has(tag) && !whole.endsWith('/>')) open.push(element);
    }
  }
  if (open.length > 1) throw new Error(`<${top().tag}> is not closed`);
  return document;
}

function readAttributes(text: string): Record<string, string> {
  const found = text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, decode(value)]));
}

function decode(text: string): string {
  return text.replace(/&(#x27|\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

export function elementsOf(node: Node): Element[] {
  return typeof node === 'string' ? [] : [node, ...node.children.flatMap(elementsOf)];
}

export function findElement(root: Element, test: (element: Element) => boolean, what: string): Element {
  const found = elementsOf(root).find(test);
  if (!found) throw new Error(`the built page has no ${what}`);
  return found;
}

export function write(node: Node): string {
  if (typeof node === 'string') return escape(node);
  const attributes = Object.entries(node.attributes).map(([name, value]) =>
    value === '' ? ` ${name}` : ` ${name}="${escape(value).replaceAll('"', '&quot;')}"`,
  );
  const start = `<${node.tag}${attributes.join('')}>`;
  if (VOID.has(node.tag)) return start;
  const content = RAW.has(node.tag) ? node.children.join('') : node.children.map(write).join('');
  return `${start}${content}</${node.tag}>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
