import type { CSSProperties } from 'react';
import { GROUNDS, OUR_ACCENT } from '#contract/content/accent.ts';

/** Colours of ui/tokens.css, by the same names; mail clients support neither custom properties nor oklch. */
const LIGHT = {
  bg: GROUNDS.light[0],
  line: '#cfc7b8',
  text: '#131a1b',
  muted: '#4b5352',
  accent: OUR_ACCENT.light,
  solid: '#131a1b',
  onSolid: GROUNDS.light[1],
};
const DARK: typeof LIGHT = {
  bg: GROUNDS.dark[0],
  line: '#273133',
  text: '#f1ebdf',
  muted: '#aeb1aa',
  accent: OUR_ACCENT.dark,
  solid: '#f1ebdf',
  onSolid: GROUNDS.dark[0],
};

const FONT = '"Funnel Display", "Helvetica Neue", Helvetica, Arial, sans-serif';

/**
 * For long addresses and text by strangers. Yahoo and AOL drop word-break and overflow-wrap, but keep the
 * latter's old name (word-wrap), which breaks words only in a table with a fixed layout.
 */
const BREAKING = { wordBreak: 'break-word', wordWrap: 'break-word' } as const;

/** Of a table that only arranges, without what mail programs add of their own. */
export const LAYOUT_TABLE = {
  role: 'presentation',
  width: '100%',
  border: 0,
  cellPadding: 0,
  cellSpacing: 0,
} as const;

/** Inline, because some clients drop the style sheet; light colours, for clients without a dark scheme. */
export const styles = {
  ground: { margin: 0, backgroundColor: LIGHT.bg, color: LIGHT.text, fontFamily: FONT },
  column: { maxWidth: '560px', tableLayout: 'fixed' },
  // Outlook and Roundcube ignore the padding of a table, not of its cell.
  margins: { padding: '40px 24px 48px' },
  logo: {
    margin: '0 0 56px',
    color: LIGHT.text,
    fontSize: '26px',
    lineHeight: '32px',
    fontWeight: 600,
    letterSpacing: '-0.03em',
  },
  mark: { color: LIGHT.accent },
  title: {
    margin: '0 0 20px',
    color: LIGHT.text,
    fontSize: '40px',
    lineHeight: '42px',
    fontWeight: 300,
    letterSpacing: '-0.03em',
    ...BREAKING,
  },
  text: {
    margin: '0 0 28px',
    color: LIGHT.text,
    fontSize: '18px',
    lineHeight: '27px',
    ...BREAKING,
  },
  picture: {
    display: 'block',
    margin: '8px 0 28px',
    width: '100%',
    height: 'auto',
    color: LIGHT.muted,
    fontSize: '15px',
    lineHeight: '23px',
  },
  question: {
    margin: '0 0 6px',
    color: LIGHT.text,
    fontSize: '20px',
    lineHeight: '28px',
  },
  button: {
    backgroundColor: LIGHT.solid,
    color: LIGHT.onSolid,
    // Seen only where Thunderbird's dark mode makes the ground as dark as the button.
    border: `1px solid ${LIGHT.bg}`,
    padding: '18px 28px',
    borderRadius: '99px',
    fontSize: '18px',
    fontWeight: 500,
  },
  /** Of what follows a fact. */
  below: { margin: '16px 0 0' },
  bare: { margin: '28px 0 0' },
  muted: {
    margin: '0 0 6px',
    color: LIGHT.muted,
    fontSize: '15px',
    lineHeight: '23px',
    ...BREAKING,
  },
  link: {
    color: LIGHT.text,
    // Outlook supports only the shorthand.
    textDecoration: 'underline',
    textDecorationColor: LIGHT.accent,
    textUnderlineOffset: '3px',
  },
  line: { margin: '36px 0 20px', borderTop: `1px solid ${LIGHT.line}` },
  fact: {
    margin: '0',
    padding: '12px 0',
    borderTop: `1px solid ${LIGHT.line}`,
    color: LIGHT.text,
    fontSize: '18px',
    lineHeight: '27px',
    ...BREAKING,
  },
  need: { display: 'block', padding: '10px 0 0' },
  rows: { margin: '0 0 32px', tableLayout: 'fixed' },
  term: {
    padding: '10px 12px 10px 0',
    borderTop: `1px solid ${LIGHT.line}`,
    color: LIGHT.text,
    fontSize: '18px',
    lineHeight: '25px',
    ...BREAKING,
  },
  value: {
    padding: '10px 0',
    borderTop: `1px solid ${LIGHT.line}`,
    color: LIGHT.text,
    fontSize: '18px',
    lineHeight: '25px',
    ...BREAKING,
  },
  stroke: { width: '20px', padding: '0 14px 0 0' },
  // A border in the colour of the text: Thunderbird's dark mode lightens that, and leaves a dark background.
  bar: { width: 0, borderLeft: '4px solid', color: LIGHT.text, fontSize: 0, lineHeight: 0 },
  day: { padding: '6px 14px 0 0', color: LIGHT.muted, fontSize: '13px', lineHeight: '18px' },
  label: { color: LIGHT.muted, fontSize: '15px', lineHeight: '23px' },
} satisfies Record<string, CSSProperties>;

/**
 * For clients with a dark scheme that announce it; the others stay light or invert colours themselves. Never
 * two braces in a row: they would mark a placeholder.
 */
export const STYLE_SHEET = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:480px){.button{display:block!important;text-align:center!important} }',
  '@media (prefers-color-scheme:dark){',
  // Evolution leaves a strip beside the body.
  `:root,.ground,.ground td{background-color:${DARK.bg}!important}`,
  `.text{color:${DARK.text}!important}`,
  `.muted{color:${DARK.muted}!important}`,
  `.mark{color:${DARK.accent}!important}`,
  `.link{color:${DARK.text}!important;text-decoration-color:${DARK.accent}!important}`,
  `.button{background-color:${DARK.solid}!important;color:${DARK.onSolid}!important;border-color:${DARK.bg}!important}`,
  `.stroke{color:${DARK.text}!important}`,
  `.line{border-color:${DARK.line}!important}`,
  '}',
].join('\n');
