import { Fragment, type ReactNode } from 'react';
import type { Language } from '#contract/language.ts';
import { blocksOf, type Block, type Inline } from '#contract/letter-text.ts';
import { addressIn } from '#contract/pages.ts';

type Props = { text: string; language: Language; siteUrl?: string };

/** The text of a newsletter as elements. `siteUrl`: before the addresses of our pages, where the text is elsewhere. */
export function LetterText({ text, language, siteUrl = '' }: Props) {
  const inner = (inside: Inline[]): ReactNode =>
    inside.map((one, n) => {
      if (typeof one === 'string') return <Lines key={n} text={one} />;
      if (one.is === 'bold') return <strong key={n}>{inner(one.inside)}</strong>;
      return (
        <a key={n} href={linkTo(one.to, language, siteUrl)}>
          {inner(one.inside)}
        </a>
      );
    });
  const drawn = (block: Block) => {
    if (block.is === 'heading') return <h2>{inner(block.inside)}</h2>;
    if (block.is === 'paragraphs') return block.each.map((each, n) => <p key={n}>{inner(each)}</p>);
    return (
      <ul>
        {block.points.map((point, n) => (
          <li key={n}>{inner(point)}</li>
        ))}
      </ul>
    );
  };
  return blocksOf(text).map((block, n) => <Fragment key={n}>{drawn(block)}</Fragment>);
}

function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, n) => (
    <Fragment key={n}>
      {n > 0 && <br />}
      {line}
    </Fragment>
  ));
}

/** One of our pages in the language of what leads there. */
export function linkTo(to: string, language: Language, siteUrl = ''): string {
  return to.startsWith('/') ? siteUrl + addressIn(to, language) : to;
}
