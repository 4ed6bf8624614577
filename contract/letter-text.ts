import { caseAt, innerPageAt, isNewsletterAt, letterAt } from './pages.ts';

/** `to`: an https or mailto address, or one of our pages, such as `/contact`. A line may end within a text. */
export type Inline = string | { is: 'bold'; inside: Inline[] } | { is: 'link'; inside: Inline[]; to: string };

/** Paragraphs that follow each other are one block; one without words is one more empty line between them. */
export type Block =
  | { is: 'paragraphs'; each: Inline[][] }
  | { is: 'heading'; inside: Inline[] }
  | { is: 'list'; points: Inline[][] };

/** A line that begins with its sign, and has more. */
const SIGNED = /^(## |- )(.*\S.*)$/gm;
/** An address may have pairs of parentheses. `![words](address)` is not a link. */
const LINK = /(?<!!)\[([^[\]]+)\]\(((?:[^\s()]|\([^\s()]*\))+)\)/;
/** What was meant to be one, also with a space in its address, or without any. */
const EACH_MEANT = /(?<!!)\[[^[\]]+\]\(((?:[^\n()]|\([^\n()]*\))*)\)/g;
export const EACH_LINK = new RegExp(LINK, 'g');
export const EACH_BOLD = /\*\*([^*]+)\*\*/g;
const INLINE = new RegExp(`${EACH_BOLD.source}|${LINK.source}`, 'g');

/** Neither a user before the host, which would be taken for it, nor a sign that is not seen. */
const HOST = String.raw`[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`;
const REST = String.raw`[\p{L}\p{M}\p{N}\-._~:/?#[\]@!$&'()*+,;=%]*`;
const ADDRESS = new RegExp(
  String.raw`^(?:https://${HOST}(?::\d{1,5})?(?:[/?#]${REST})?|mailto:[\w.+-]+@${HOST}(?:\?${REST})?)$`,
  'u',
);

/**
 * The text of an announcement: paragraphs between empty lines, `## heading`, `- point`, `**bold**` and `[words](address)`.
 * All else is text, also a link that may lead anywhere else; nothing is left out.
 */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  for (const { 0: line, 1: sign, 2: words = '', index } of text.matchAll(SIGNED)) {
    blocks.push(...paragraphsOf(text.slice(from, index)));
    from = index + line.length;
    const inside = inlinesOf(words);
    const last = blocks.at(-1);
    if (sign === '## ') blocks.push({ is: 'heading', inside });
    else if (last?.is === 'list') last.points.push(inside);
    else blocks.push({ is: 'list', points: [inside] });
  }
  return [...blocks, ...paragraphsOf(text.slice(from))];
}

function paragraphsOf(lines: string): Block[] {
  const text = lines.trim();
  if (text === '') return [];
  return [{ is: 'paragraphs', each: text.split('\n\n').map(inlinesOf) }];
}

function inlinesOf(text: string): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  for (const { 0: all, 1: bold, 2: words = '', 3: to = '', index } of text.matchAll(INLINE)) {
    if (bold === undefined && !isAllowed(to)) continue;
    if (index > from) found.push(text.slice(from, index));
    found.push(
      bold === undefined
        ? { is: 'link', inside: inlinesOf(words), to }
        : { is: 'bold', inside: inlinesOf(bold) },
    );
    from = index + all.length;
  }
  if (from < text.length) found.push(text.slice(from));
  return found;
}

/** Whether a link may lead there. */
export function isAllowed(to: string): boolean {
  return ADDRESS.test(to) || isPageOfOurs(to);
}

/** `path`: as of a case, `/work/ribeira`. */
export function isPageOfOurs(path: string): boolean {
  return (
    innerPageAt(path) !== null || caseAt(path) !== null || isNewsletterAt(path) || letterAt(path) !== null
  );
}

/** Where the links of a text lead, also those that are none. */
export function addressesIn(text: string): string[] {
  return Array.from(text.matchAll(EACH_MEANT), ([, to = '']) => to);
}

/** The first address of a text that a link may not lead to; null: none. */
export function wrongAddressIn(text: string): string | null {
  return addressesIn(text).find((to) => !isAllowed(to)) ?? null;
}
