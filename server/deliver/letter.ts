import { blocksOf, type Block, type Inline } from '#contract/letter-text.ts';

/** Leads to one of our pages: the address of a path such as `/contact`. */
export type PageAt = (path: string) => string;

/** The attributes that a template has on its paragraph and on its links. */
type Look = { paragraph: string; link: string };

/** The place of the text in the HTML part, with the paragraph around it. */
const PLACE = /<p([^>]*)>\{\{body\}\}<\/p>/;
const LINK = /<a( class="link") href="[^"]*"( style="[^"]*")/;

/** What a heading and a list have that a paragraph has not. */
const HEADING = 'font-size:24px;line-height:30px;font-weight:400;letter-spacing:-0.02em;margin:32px 0 10px';
const LIST = 'padding:0 0 0 22px;margin:0 0 20px';
const POINT = '<li style="margin:0 0 6px">';

/** Writes the text of an announcement into the HTML part of a mail; `fill` fills in what is around it. */
export function withLetter(
  html: string,
  text: string,
  pageAt: PageAt,
  fill: (part: string) => string,
): string {
  const [before = '', paragraph, after] = html.split(PLACE);
  if (paragraph === undefined || after === undefined) return fill(html);
  const look = { paragraph, link: LINK.exec(html)?.slice(1).join('') ?? '' };
  const blocks = blocksOf(text).map((block, n, all) => blockHtml(block, n === all.length - 1, look, pageAt));
  return [fill(before), ...blocks, fill(after)].join('');
}

function blockHtml(block: Block, isLast: boolean, { paragraph, link }: Look, pageAt: PageAt): string {
  const inner = (inside: Inline[]) => inlineHtml(inside, link, pageAt);
  /** Below the last block comes what the template has there: a button. */
  const styled = (style: string) =>
    paragraph.replace(/style="[^"]*/, (own) => `${own};${style}${isLast ? ';margin-bottom:28px' : ''}`);
  switch (block.is) {
    case 'heading':
      return `<h2${styled(HEADING)}>${inner(block.inside)}</h2>`;
    case 'list':
      return `<ul${styled(LIST)}>${block.points.map((point) => `${POINT}${inner(point)}</li>`).join('')}</ul>`;
    case 'paragraphs': {
      const own = isLast ? paragraph : styled('margin:0 0 20px');
      return `<p${own}>${block.each.map(inner).join('<br><br>')}</p>`;
    }
  }
}

function inlineHtml(inside: Inline[], link: string, pageAt: PageAt): string {
  return inside
    .map((one) => {
      if (typeof one === 'string') return escapeHtml(one);
      const words = inlineHtml(one.inside, link, pageAt);
      if (one.is === 'bold') return `<b>${words}</b>`;
      return `<a${link} href="${escapeHtml(addressOf(one.to, pageAt))}">${words}</a>`;
    })
    .join('');
}

/** The same for the text part: `words (address)`, `- point`. */
export function letterText(text: string, pageAt: PageAt): string {
  const inner = (inside: Inline[]) => inlineText(inside, pageAt);
  return blocksOf(text)
    .map((block) => {
      if (block.is === 'heading') return inner(block.inside);
      if (block.is === 'list') return block.points.map((point) => `- ${inner(point)}`).join('\n');
      return block.each.map(inner).join('\n\n');
    })
    .join('\n\n');
}

function inlineText(inside: Inline[], pageAt: PageAt): string {
  return inside
    .map((one) => {
      if (typeof one === 'string') return one;
      const words = inlineText(one.inside, pageAt);
      const address = one.is === 'link' ? addressOf(one.to, pageAt).replace(/^mailto:/, '') : words;
      return address === words ? words : `${words} (${address})`;
    })
    .join('');
}

function addressOf(to: string, pageAt: PageAt): string {
  return to.startsWith('/') ? pageAt(to) : to;
}

export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll('\n', '<br>');
}
