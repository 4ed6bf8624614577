import type { Element, Node } from './markup.ts';
import type { Source } from './source.ts';
import { slotsOf, type Slot } from './words.ts';

const NUMBERS = new Set(['maxLength', 'tabIndex']);
const RENAMED: Record<string, string> = { class: 'className', for: 'htmlFor', tabindex: 'tabIndex' };

/**
 * Our page as the component and the dictionaries that every React peer shares. The peers' form and toggle have
 * handlers and nothing else, as their frameworks' documentation shows them: answering a plain form post, and
 * keeping what is done before hydration, is ours.
 */
export function componentOf(source: Source): { component: string; words: string } {
  const { page, success, error } = source;
  const slots = slotsOf(page.en, page.pt).filter(({ element, attribute }) => !isDropped(element, attribute));
  slots.push(...slotsOf(success.en, success.pt, slots));
  slots.push(...slotsOf(error.en, error.pt, slots));
  const component = `import type { FormEvent } from 'react';
import type { Strings } from './words';

export type Status = 'idle' | 'sending' | 'done' | 'failed';
type Props = {
  t: Strings;
  status: Status;
  paused: boolean;
  onToggle: () => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onPause: () => void;
};

export function Page({ t, status, paused, onToggle, onSubmit, onPause }: Props) {
  return (${jsx(page.en, { slots, source })});
}
`;
  const dictionary = (language: 'en' | 'pt') =>
    Object.fromEntries([
      ['documentTitle', source.title[language]],
      ...slots.map((slot) => [slot.key, slot[language]]),
    ]);
  const words = `export type Lang = 'en' | 'pt';
export const dictionaries = {
  en: ${JSON.stringify(dictionary('en'), null, 4)},
  pt: ${JSON.stringify(dictionary('pt'), null, 4)},
} satisfies Record<Lang, Record<string, string>>;
export type Strings = Record<keyof (typeof dictionaries)['en'], string>;
`;
  return { component, words };
}

type Context = { slots: Slot[]; source: Source };

function jsx(node: Node, context: Context): string {
  if (typeof node === 'string') return `{${JSON.stringify(node)}}`;
  const { attributes } = node;
  if (attributes['type'] === 'hidden') return '';
  // The toggle works without JavaScript through a form of its own; theirs does not.
  if (node.tag === 'form' && attributes['method'] === 'get') {
    return `<div>${node.children.map((child) => jsx(child, context)).join('\n')}</div>`;
  }
  const element = `<${node.tag}${attributesOf(node, context)}>${contentOf(node, context)}</${node.tag}>`;
  return node.tag === 'form' ? `{status !== 'done' && (${element})}` : element;
}

function contentOf(node: Element, context: Context): string {
  const { role } = node.attributes;
  const { success, error } = context.source;
  if (role === 'status') return `{status === 'done' && (${jsx(success.en, context)})}`;
  if (role === 'alert') return `{status === 'failed' && (${jsx(error.en, context)})}`;
  const slot = context.slots.find(({ element, attribute }) => element === node && attribute === null);
  return slot ? `{t.${slot.key}}` : node.children.map((child) => jsx(child, context)).join('\n');
}

function attributesOf(node: Element, { slots, source }: Context): string {
  const { tag, attributes } = node;
  const isToggle = tag === 'button' && attributes['name'] === 'lang';
  const isPause = tag === 'button' && !isToggle && attributes['type'] === 'button';
  const isSubmit = tag === 'button' && !isToggle && !isPause;
  const kept = Object.entries(attributes).filter(([name]) => !isDropped(node, name));
  const written = kept.map(([name, value]) => {
    const slot = slots.find(({ element, attribute }) => element === node && attribute === name);
    return ` ${nameOf(name)}=${slot ? `{t.${slot.key}}` : valueOf(name, value)}`;
  });
  if (isToggle) written.push(' type="button" onClick={onToggle}');
  if (isPause) written.push(' onClick={onPause}');
  if (isSubmit) written.push(" aria-busy={status === 'sending' || undefined}");
  if (tag === 'form') written.push(' onSubmit={onSubmit}');
  if (node === source.page.en) written.push(' data-paused={paused || undefined}');
  return written.join('');
}

/** What makes our page work before and without its script. */
function isDropped({ tag, attributes }: Element, name: string | null): boolean {
  if (attributes['type'] === 'hidden' || name === 'data-live') return true;
  if (tag === 'form') return name === 'action' || name === 'method';
  return attributes['name'] === 'lang' && ['type', 'name', 'value'].includes(name ?? '');
}

function nameOf(name: string): string {
  if (/^(aria|data)-/.test(name)) return name;
  return RENAMED[name] ?? name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function valueOf(name: string, value: string): string {
  if (name === 'required') return '{true}';
  return NUMBERS.has(nameOf(name)) ? `{${value}}` : `{${JSON.stringify(value)}}`;
}
