import css from './motion.css?inline';

// Where nothing may move it does not count.
const sheet = new CSSStyleSheet({ media: '(prefers-reduced-motion: no-preference)' });
sheet.replaceSync(css);

// The bob of the title first comes to its place: its own movement there gives way to these.
const swings = document.querySelector('[data-arc] > [data-bob]')?.getAnimations() ?? [];
void Promise.allSettled(swings.map(({ finished }) => finished)).then(() =>
  document.adoptedStyleSheets.push(sheet),
);
