// The inline starter of the sliced variant; prerender.mjs minifies it and fills in the two chunk addresses.
// Hydrate as soon as the first frame is painted, in slices: react-dom is evaluated in its own task, then the
// app, then hydration. Clicks on buttons and submits before that are held and replayed; typed text stays.
const pause = () => new Promise((done) => setTimeout(done));
const held = [];
function hold(e) {
  const target = e.target;
  const el = e.type === 'submit' ? target : target.closest('button[type=button]');
  if (!el) return;
  e.preventDefault();
  e.stopImmediatePropagation();
  held.push(() => (e.type === 'submit' ? el.requestSubmit() : el.click()));
}
addEventListener('click', hold, true);
addEventListener('submit', hold, true);
addEventListener(
  'hydrated',
  () => {
    removeEventListener('click', hold, true);
    removeEventListener('submit', hold, true);
    held.forEach((f) => f());
  },
  { once: true },
);
async function start() {
  await import('__REACT__');
  await pause();
  await import('__APP__');
}
requestAnimationFrame(() => setTimeout(start));
