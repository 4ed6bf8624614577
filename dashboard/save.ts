/** Clicks a link: a failure shows in the list of downloads, and the page stays. */
export function download(href: string, name = ''): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}

/** Saves a file that was made in the browser. */
export function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  download(url, name);
  // After the browser has read the blob.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

type Cell = string | number;

/** CSV for spreadsheets: a text that begins like a formula stays text. */
export function csvOf(rows: readonly (readonly Cell[])[]): Blob {
  const cell = (value: Cell) => {
    const isFormula = typeof value === 'string' && /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(value);
    const text = isFormula ? `'${value}` : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n');
  return new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' });
}
