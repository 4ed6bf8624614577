import css from './motion.css?inline';

// Has no effect where reduced motion is preferred.
const sheet = new CSSStyleSheet({ media: '(prefers-reduced-motion: no-preference)' });
sheet.replaceSync(css);

// First the title's bob finishes its entrance animation, which these would override.
const swings = document.querySelector('[data-arc] > [data-bob]')?.getAnimations() ?? [];
void Promise.allSettled(swings.map(({ finished }) => finished)).then(() =>
  document.adoptedStyleSheets.push(sheet),
);
