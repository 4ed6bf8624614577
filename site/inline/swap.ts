// Runs right after the page's markup. Each document carries its other language in a <template>, so that a stored
// choice is shown from the first paint on any host, also where the server has not seen the cookie.
const html = document.documentElement;
const wanted = html.dataset['swap'];
const other = document.querySelector<HTMLTemplateElement>('template[lang]');
if (wanted && other?.lang === wanted) {
  html.lang = wanted;
  document.title = other.title;
  document
    .querySelector('meta[name=description]')
    ?.setAttribute('content', other.dataset['description'] ?? '');
  document.getElementById('root')?.replaceChildren(other.content);
}
delete html.dataset['swap'];
