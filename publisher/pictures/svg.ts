import { parseXml, XmlElement, type XmlNode } from '@rgrove/parse-xml';
import type { Size } from '#contract/content/pictures.ts';
import { PhotoError } from './open.ts';
import { svgStyles, type Styles } from './svg-styles.ts';
import { ATTRIBUTES, KEPT, REFUSED, STYLED } from './svg-words.ts';

/** A shape, a group, or what they refer to, in the namespace of SVG. */
type Part = { name: string; attributes: Map<string, string>; parts: Part[] };

/** Units of the drawing. */
type Frame = Size & { x: number; y: number };

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
/** Bytes: what is read; most of it may be comments and metadata. */
const MOST_READ = 1_000_000;
const DEEPEST = 100;
/** Parts drawn, each as often as something refers to it. */
const MOST_DRAWN = 20_000;
/** Pixels (https://www.w3.org/TR/css-values-4/#absolute-lengths). */
const UNITS: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
};

/** Where prefixes lead to; '': names without one. */
type Scope = Readonly<Record<string, string>>;

/**
 * Reads an SVG as browsers show it as a picture: no script, nothing from elsewhere. Styles become attributes. What may
 * stay is listed; the rest is left out, or refused if it would be missed.
 * @throws PhotoError with what is in the way.
 */
export function readDrawing(file: Buffer): { frame: Frame; parts: Part[] } {
  if (file.length > MOST_READ) throw new PhotoError({ code: 'logo-complex', limit: '' });
  const root = rootOf(textOf(file));
  const scope = scopeIn({ '': SVG, xlink: XLINK }, root);
  const { space, local } = nameIn(scope, root.name);
  if (space !== SVG || local !== 'svg') throw new PhotoError({ code: 'logo-broken', limit: '' });
  const frame = frameOf(root.attributes);
  const styles = svgStyles(textsOfStyles(root));
  const drawing = partOf(root, scope, styles, []);
  const svg = { name: 'g', attributes: drawing?.attributes ?? new Map(), parts: drawing?.parts ?? [] };
  for (const name of ['x', 'y', 'width', 'height', 'viewBox', 'preserveAspectRatio', 'overflow'])
    svg.attributes.delete(name);
  checkReferences(svg);
  return { frame, parts: svg.attributes.size === 0 ? svg.parts : [svg] };
}

/** The text of an XML file in the encoding that it names. */
function textOf(file: Buffer): string {
  const head = file.subarray(0, 200).toString('latin1');
  const named = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)/.exec(head)?.[1] ?? 'utf-8';
  const encoding = /^(?:\xff\xfe|<\0)/.test(head)
    ? 'utf-16le'
    : /^(?:\xfe\xff|\0<)/.test(head)
      ? 'utf-16be'
      : named;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file);
  } catch {
    throw new PhotoError({ code: 'logo-broken', limit: '' });
  }
}

function rootOf(xml: string): XmlElement {
  // Old versions of Illustrator write their namespaces so. A value has no reference, so none grows.
  const declared = new Map(
    [...xml.matchAll(/<!ENTITY\s+([\w.-]+)\s+(["'])([^"'&%<]{0,200})\2\s*>/g)].map((one) => [one[1], one[3]]),
  );
  const resolveUndefinedEntity = (reference: string) => declared.get(reference.slice(1, -1)) ?? '';
  try {
    const { root } = parseXml(xml.trimStart(), { resolveUndefinedEntity });
    if (root !== null) return root;
  } catch {
    // Not well-formed, or nested deeper than the stack is.
  }
  throw new PhotoError({ code: 'logo-broken', limit: '' });
}

function scopeIn(outer: Scope, { attributes }: XmlElement): Scope {
  const declared = Object.entries(attributes).flatMap(([name, value]) => {
    const [, prefix = ''] = /^xmlns(?::(.+))?$/.exec(name) ?? [];
    return name.startsWith('xmlns') ? [[prefix, value] as const] : [];
  });
  return declared.length === 0 ? outer : { ...outer, ...Object.fromEntries(declared) };
}

function nameIn(scope: Scope, name: string): { space: string | undefined; local: string } {
  const [local = '', prefix = ''] = name.split(':').toReversed();
  return { space: scope[prefix], local };
}

function textsOfStyles(element: XmlElement): string[] {
  return element.children.flatMap((child) => {
    if (!(child instanceof XmlElement)) return [];
    return child.name.replace(/^.*:/, '') === 'style' ? [child.text] : textsOfStyles(child);
  });
}

/** Null: it is nothing that is drawn. `above`: what it is in, outermost first. */
function partOf(element: XmlElement, outer: Scope, styles: Styles, above: XmlElement[]): Part | null {
  const scope = scopeIn(outer, element);
  const { space, local } = nameIn(scope, element.name);
  if (above.length > DEEPEST) throw new PhotoError({ code: 'logo-complex', limit: '' });
  if (space !== SVG || 'requiredExtensions' in element.attributes) return null;
  const refused = REFUSED.get(local);
  if (refused !== undefined) throw new PhotoError({ code: refused, limit: `<${local}>` });
  const name = KEPT.get(local);
  if (name === undefined) return null;
  const attributes = attributesOf(element, scope, styles, above);
  // It refers to nothing in this file.
  if (name === 'use' && !attributes.has('href')) return null;
  const inside = [...above, element];
  const parts = element.children.flatMap((child: XmlNode) => {
    const part = child instanceof XmlElement ? partOf(child, scope, styles, inside) : null;
    return part === null ? [] : [part];
  });
  const part = { name, attributes, parts: local === 'switch' ? parts.slice(0, 1) : parts };
  // The same to browsers, and the library that draws knows no symbols.
  return local === 'symbol' ? { name: 'defs', attributes: new Map(), parts: [part] } : part;
}

function attributesOf(
  element: XmlElement,
  scope: Scope,
  styles: Styles,
  above: XmlElement[],
): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [name, given] of Object.entries(element.attributes)) {
    const { space, local } = name.includes(':') ? nameIn(scope, name) : { space: SVG, local: name };
    if (local === 'href' && (space === SVG || space === XLINK)) {
      const id = given.trim();
      // A link leads nowhere, and an empty reference shows nothing.
      if (nameIn(scope, element.name).local === 'a' || /^#?$/.test(id)) continue;
      if (id.startsWith('#')) attributes.set('href', id);
      else throw new PhotoError({ code: 'logo-elsewhere', limit: id.slice(0, 80) });
    } else if (space === SVG && ATTRIBUTES.has(local)) {
      const value = safeValue(given);
      if (value !== null) attributes.set(local, value);
    }
  }
  for (const [name, given] of styles(element, above)) {
    const value = STYLED.has(name) || ATTRIBUTES.has(name) ? safeValue(given) : null;
    if (value !== null)
      attributes.set(name, name === 'transform' ? value.replace(/(\d)(?:px|deg)\b/g, '$1') : value);
    else if (/^animation\b/.test(name)) throw new PhotoError({ code: 'logo-moves', limit: name });
  }
  return attributes;
}

const FUNCTIONS = new RegExp(
  '^(?:rgba?|hsla?|url|matrix|translate[XY]?|scale[XY]?|rotate|skew[XY]|polygon|inset|circle|ellipse|' +
    'blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia)$',
  'i',
);

/** The value of an attribute or style that loads nothing; null: one that is not known to be safe. */
function safeValue(given: string): string | null {
  const value = given.replace(/url\(\s*(["']?)(#[^"'()\\\s]+)\1\s*\)/gi, 'url($2)').trim();
  const elsewhere = /url\((?!#).*/is.exec(value);
  if (elsewhere !== null) throw new PhotoError({ code: 'logo-elsewhere', limit: elsewhere[0].slice(0, 80) });
  const isKnown = [...value.matchAll(/([^\s,()]*)\s*\(/g)].every(([, name = '']) => FUNCTIONS.test(name));
  return isKnown && !/[\\;{}]|\/\*/.test(value) ? value : null;
}

/** What is seen of the drawing. @throws PhotoError when it has no size. */
function frameOf({ viewBox = '', width = '', height = '' }: Record<string, string>): Frame {
  const box = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x = 0, y = 0, wide = 0, high = 0] = box;
  const [w, h] = [pixelsOf(width), pixelsOf(height)];
  const hasSize = w > 0 && h > 0;
  if (box.length === 4 && box.every(Number.isFinite) && wide > 0 && high > 0) {
    if (!hasSize) return { x, y, width: wide, height: high };
    // In a size of another shape the box is in the middle, and what is beside it is seen, too.
    const scale = Math.min(w / wide, h / high);
    const shown = { width: w / scale, height: h / scale };
    return { x: x - (shown.width - wide) / 2, y: y - (shown.height - high) / 2, ...shown };
  }
  if (!hasSize) throw new PhotoError({ code: 'logo-no-size', limit: '' });
  return { x: 0, y: 0, width: w, height: h };
}

/** NaN: no absolute length. */
function pixelsOf(length: string): number {
  const [, number, unit = ''] = /^\s*\+?([\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(length) ?? [];
  return Number(number) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
}

/** @throws PhotoError when what it draws, each reference followed, never ends or is too much. */
function checkReferences(drawing: Part): void {
  const named = new Map<string, Part>();
  const name = (part: Part): void => {
    const id = part.attributes.get('id');
    if (id !== undefined && !named.has(id)) named.set(id, part);
    part.parts.forEach(name);
  };
  name(drawing);
  const counted = new Map<Part, number>();
  const count = (part: Part): number => {
    const known = counted.get(part);
    if (known !== undefined) return known;
    // Met again before it is counted: it refers to itself.
    counted.set(part, Infinity);
    const drawn = [...part.parts, ...referredBy(part).flatMap((id) => named.get(id) ?? [])];
    const sum = drawn.reduce((all, one) => all + count(one), 1);
    counted.set(part, sum);
    return sum;
  };
  if (count(drawing) > MOST_DRAWN) throw new PhotoError({ code: 'logo-complex', limit: '' });
}

function referredBy({ attributes }: Part): string[] {
  return [...attributes].flatMap(([name, value]) =>
    name === 'href' ? [value.slice(1)] : [...value.matchAll(/url\(#([^)]*)\)/g)].map(([, id = '']) => id),
  );
}

/** The file of a drawing, `high` pixels high. */
export function svgOf({ x, y, width, height }: Frame, parts: readonly Part[], high: number): string {
  const inside = parts.map(write).join('');
  const link = inside.includes(' xlink:href="') ? ` xmlns:xlink="${XLINK}"` : '';
  const wide = Number(((width * high) / height).toFixed(2));
  const box = [x, y, width, height].map((one) => Number(one.toPrecision(9))).join(' ');
  return `<svg xmlns="${SVG}"${link} width="${wide}" height="${high}" viewBox="${box}">${inside}</svg>`;
}

/** The frame's, in its own units. `file`: as `svgOf` has written it. */
export function sizeOfSvg(file: Buffer): Size {
  const [, width, height] = / viewBox="\S+ \S+ (\S+) (\S+)"/.exec(file.toString()) ?? [];
  return { width: Number(width), height: Number(height) };
}

function write({ name, attributes, parts }: Part): string {
  const style = [...attributes].filter(([one]) => STYLED.has(one)).map((pair) => pair.join(':'));
  const plain = [...attributes].filter(([one]) => !STYLED.has(one));
  // The older name of `href` is read by all browsers, and by the library that draws.
  const all = plain.map(([one, value]) => [one === 'href' ? 'xlink:href' : one, value] as const);
  if (style.length > 0) all.push(['style', style.join(';')]);
  const tag = name + all.map(([one, value]) => ` ${one}="${escaped(value)}"`).join('');
  return parts.length === 0 ? `<${tag}/>` : `<${tag}>${parts.map(write).join('')}</${name}>`;
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
