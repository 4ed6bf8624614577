import { markupIn } from './markup.ts';

// Runs right after the page's markup. Each document keeps its other languages, so that a stored choice is shown from the first paint on any host, even if the server did not see the cookie.
const html = document.documentElement;
const wanted = html.dataset['swap'];
const other = wanted && document.querySelector<HTMLElement>(`script[lang=${wanted}]`);
if (other) {
  html.lang = other.lang;
  document.title = other.title;
  document
    .querySelector('meta[name=description]')
    ?.setAttribute('content', other.dataset['description'] ?? '');
  document.getElementById('root')?.replaceChildren(markupIn(other));
}
delete html.dataset['swap'];
