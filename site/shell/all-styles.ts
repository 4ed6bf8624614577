let all: Promise<void> | null = null;

/** A document has only its own page's styles; those of all others load once, before what needs them. */
export function allStyles(): Promise<void> {
  const { styles } = document.getElementById('root')?.dataset ?? {};
  if (!styles) return Promise.resolve();
  return (all ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = styles;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      all = null;
      link.remove();
      reject(new Error(`no styles from ${link.href}`));
    });
    document.head.append(link);
  }));
}
