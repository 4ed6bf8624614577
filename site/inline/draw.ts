import { nextLanguage, type Language } from '#contract/language.ts';
import { remember, speak } from '../language/choice.ts';
import { handOver } from './hand-over.ts';
import { markupIn } from './markup.ts';

handOver.language = document.documentElement.lang as Language;

/** The built page of each language. */
const built = (language = handOver.language) =>
  document.querySelector(`script[lang=${language}]`) as HTMLElement;

/** Makes the page what React would render. */
export function draw(): void {
  const root = document.getElementById('root') as HTMLElement;
  const next = root.cloneNode() as HTMLElement;
  next.append(markupIn(built()));
  const form = document.getElementById(`${handOver.language}-${handOver.status}`);
  if (form) next.querySelector('form[data-live]')?.parentElement?.replaceWith(markupIn(form));
  become(root, next);
}

export function show(next: Language): void {
  const { title, dataset } = built(next);
  speak(next, title, dataset['description'] ?? '');
  draw();
}

export function toggleLanguage(): void {
  const next = nextLanguage(handOver.language as Language);
  show(next);
  remember(next);
}

/** Changes only what differs: focus, typed text and open elements stay, and animations continue. */
function become(now: Element, next: Element): void {
  for (const name of [...now.getAttributeNames(), ...next.getAttributeNames()]) {
    const value = next.getAttribute(name);
    // Keeps attributes that the browser writes while the page is used.
    if (value === now.getAttribute(name) || /open|style/.test(name)) continue;
    if (value === null) now.removeAttribute(name);
    else now.setAttribute(name, value);
  }
  const [olds, news] = [[...now.childNodes], [...next.childNodes]];
  for (const child of news) {
    const old = olds.shift();
    if (!old) now.append(child);
    else if (old instanceof Element && old.nodeName === child.nodeName) become(old, child as Element);
    else if (!old.isEqualNode(child)) old.replaceWith(child);
  }
  for (const old of olds) old.remove();
}
