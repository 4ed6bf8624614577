import { toggled, type Language } from '#contract/language.ts';
import { remember, speak } from '../language/choice.ts';
import { handOver } from './hand-over.ts';

/** Read once: a browser that translates the page overwrites it. */
let language = document.documentElement.lang as Language;

/** The built page of each language. */
const built = () => document.querySelector(`template[lang=${language}]`) as HTMLTemplateElement;
const copy = (template: HTMLTemplateElement) => template.content.cloneNode(true);

/** Makes the page what React would render. */
export function draw(): void {
  const root = document.getElementById('root') as HTMLElement;
  const next = root.cloneNode() as HTMLElement;
  next.append(copy(built()));
  const form = document.getElementById(`${language}-${handOver.status}`);
  if (form)
    next.querySelector('form[data-live]')?.parentElement?.replaceWith(copy(form as HTMLTemplateElement));
  become(root, next);
}

export function show(next: Language): void {
  language = next;
  const { title, dataset } = built();
  speak(language, title, dataset['description'] ?? '');
  draw();
}

export function toggleLanguage(): void {
  show(toggled(language));
  remember(language);
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
