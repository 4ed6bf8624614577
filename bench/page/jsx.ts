import { slotsOf, type Source } from './source.ts';

const NUMBERS = new Set(['maxLength', 'tabIndex']);
/** React takes their empty value for false. */
const SWITCHES = new Set(['required', 'hidden']);
const NAMES: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  tabindex: 'tabIndex',
  maxlength: 'maxLength',
  autocomplete: 'autoComplete',
  inputmode: 'inputMode',
  autocapitalize: 'autoCapitalize',
  spellcheck: 'spellCheck',
  viewbox: 'viewBox',
};
const PROPS = `import type { FormEvent } from 'react';
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
`;

/**
 * Our page as the component and dictionaries that all React peers share. The peers' form and toggle have only
 * handlers, as their frameworks document: accepting a plain form post, and keeping what a visitor does
 * before hydration, is ours.
 */
export function componentOf({ page, success, error, title }: Source): { component: string; words: string } {
  const places = [page, success, error].flatMap(slotsOf);
  const slots = places
    .filter(({ element, attribute }) => !isDropped(element, attribute))
    .map((slot, i) => ({ ...slot, key: `word${i}` }));
  const keyOf = (element: Element, attribute: string | null) =>
    slots.find((slot) => slot.element === element && slot.attribute === attribute)?.key;

  const jsx = (node: Node): string => {
    if (node.nodeType !== node.ELEMENT_NODE) return `{${JSON.stringify(node.textContent)}}`;
    const element = node as Element;
    if (isHidden(element)) return '';
    // Our toggle works without JavaScript because of its own form; theirs does not.
    if (element.matches('form[method=get]')) return `<div>${contentOf(element)}</div>`;
    const tag = element.localName;
    const written = `<${tag}${attributesOf(element)}>${contentOf(element)}</${tag}>`;
    return tag === 'form' ? `{status !== 'done' && (${written})}` : written;
  };
  const contentOf = (element: Element): string => {
    const role = element.getAttribute('role');
    if (role === 'status') return `{status === 'done' && (${jsx(success.en)})}`;
    if (role === 'alert') return `{status === 'failed' && (${jsx(error.en)})}`;
    const key = keyOf(element, null);
    return key === undefined ? [...element.childNodes].map(jsx).join('\n') : `{t.${key}}`;
  };
  const attributesOf = (element: Element): string => {
    const kept = [...element.attributes].filter(({ name }) => !isDropped(element, name));
    const written = kept.map(({ name, value }) => {
      const key = keyOf(element, name);
      return ` ${nameOf(name)}=${key === undefined ? valueOf(name, value) : `{t.${key}}`}`;
    });
    return written.join('') + handlersOf(element, element === page.en);
  };

  const component = `${PROPS}
export function Page({ t, status, paused, onToggle, onSubmit, onPause }: Props) {
  return (${jsx(page.en)});
}
`;
  const dictionary = (language: 'en' | 'pt') =>
    Object.fromEntries([
      ['documentTitle', title[language]],
      ...slots.map((slot) => [slot.key, slot[language]]),
    ]);
  const words = `export type Lang = 'en' | 'pt';
export const dictionaries = {
  en: ${JSON.stringify(dictionary('en'))},
  pt: ${JSON.stringify(dictionary('pt'))},
} satisfies Record<Lang, Record<string, string>>;
export type Strings = Record<keyof (typeof dictionaries)['en'], string>;
`;
  return { component, words };
}

function handlersOf(element: Element, isPage: boolean): string {
  if (isPage) return ' data-paused={paused || undefined}';
  if (element.localName === 'form') return ' onSubmit={onSubmit}';
  if (element.localName !== 'button') return '';
  if (element.getAttribute('name') === 'lang') return ' type="button" onClick={onToggle}';
  return element.getAttribute('type') === 'button'
    ? ' onClick={onPause}'
    : " aria-busy={status === 'sending' || undefined}";
}

/** Parts that make our page work before and without its script. */
function isDropped(element: Element, name: string | null): boolean {
  if (isHidden(element) || name === 'data-live') return true;
  if (element.localName === 'form') return name === 'action' || name === 'method';
  return element.getAttribute('name') === 'lang' && ['type', 'name', 'value'].includes(name ?? '');
}

function isHidden(element: Element): boolean {
  return element.getAttribute('type') === 'hidden';
}

function nameOf(name: string): string {
  if (/^(aria|data)-/.test(name)) return name;
  return NAMES[name] ?? name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function valueOf(name: string, value: string): string {
  if (SWITCHES.has(name)) return '{true}';
  return NUMBERS.has(nameOf(name)) ? `{${value}}` : `{${JSON.stringify(value)}}`;
}
