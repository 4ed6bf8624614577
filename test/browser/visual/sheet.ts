import type { Difference } from './compare.ts';

type Names = Record<'before' | 'after', string>;

/** One line for each picture that differs. */
export function inWords(difference: Difference, names: Names): string {
  if ('only' in difference) return `${difference.file}: only in ${names[difference.only as keyof Names]}`;
  const { file, pixels, share } = difference;
  return `${file}: ${pixels} pixels differ (${(share * 100).toFixed(2)} %)`;
}

/** A page that shows the pictures that differ side by side; it lies beside the folders. */
export function sheetOf(differences: Difference[], names: Names): string {
  const rows = differences.map((difference) => {
    const pictures = (['before', 'after'] as const).map((one) =>
      'only' in difference && difference.only !== one
        ? '<span>none</span>'
        : `<a href="${names[one]}/${difference.file}"><img loading="lazy" src="${names[one]}/${difference.file}" alt=""></a>`,
    );
    return `<h2>${inWords(difference, names)}</h2><div>${pictures.join('')}</div>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${names.before} and ${names.after}</title>
<style>body{font:16px/1.4 sans-serif;margin:2rem;color:#111;background:#fff}h2{font-size:1rem}div{display:grid;
grid-template-columns:1fr 1fr;gap:1rem;align-items:start}img{max-width:100%;border:1px solid #999}</style>
<h1>${names.before} (left) and ${names.after} (right)</h1>
${rows.length === 0 ? '<p>No picture differs.</p>' : rows.join('\n')}</html>
`;
}
