{
  const $ = (selector) => document.querySelector(selector);
  const root = document.documentElement;
  const form = $('main form');
  const field = $('main [name=email]');
  const submit = $('main form button');
  const status = $('main [role=status]');
  const alarm = $('main [role=alert]');
  // The place, its attribute ('' for the text), and the word of the other language: swapped in place.
  const slots = SLOTS.map(([selector, name, other]) => [$(selector), name, other]);
  const titles = TITLES;
  const answers = ANSWERS;
  let answered;

  const swap = () => {
    for (const slot of slots) {
      const [element, name, other] = slot;
      slot[2] = name ? element.getAttribute(name) : element.textContent;
      if (name) element.setAttribute(name, other);
      else element.textContent = other;
    }
    root.lang = root.lang === 'en' ? 'pt' : 'en';
    document.title = titles[root.lang];
    if (answered) answer(answered);
  };
  const answer = (kind) => {
    answered = kind;
    status.innerHTML = kind === 'success' ? answers[root.lang].success : '';
    alarm.innerHTML = kind === 'error' ? answers[root.lang].error : '';
    if (kind === 'success') form.remove();
  };

  try {
    if (localStorage.darkMode && localStorage.darkMode !== 'true') root.dataset.theme = 'light';
    if (localStorage.language === 'pt') swap();
  } catch {}
  $('header form').onsubmit = (event) => {
    event.preventDefault();
    swap();
    try {
      localStorage.language = root.lang;
    } catch {}
  };
  $('footer button').onclick = () => document.documentElement.toggleAttribute('data-paused');
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (submit.ariaBusy) return;
    submit.ariaBusy = 'true';
    let ok = false;
    try {
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
      const body = JSON.stringify({ email: field.value });
      ok = (await fetch('/api/subscribe', { method: 'POST', headers, body, redirect: 'error' })).ok;
    } catch {}
    submit.ariaBusy = null;
    answer(ok ? 'success' : 'error');
  };
  if (location.pathname !== '/soon') history.replaceState(null, '', '/soon');
  performance.mark('interactive');
}
