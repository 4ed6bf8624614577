import css from './motion.css?inline';

// Where nothing may move it does not count.
const sheet = new CSSStyleSheet({ media: '(prefers-reduced-motion: no-preference)' });
sheet.replaceSync(css);
document.adoptedStyleSheets.push(sheet);
