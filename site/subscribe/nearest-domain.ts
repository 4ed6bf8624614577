/** Where most addresses of our visitors are, and real names that look like one of these. */
const KNOWN = `
  gmail.com hotmail.com outlook.com yahoo.com icloud.com live.com msn.com sapo.pt
  hotmail.pt outlook.pt live.com.pt netcabo.pt iol.pt mail.telepac.pt uol.com.br bol.com.br
  terra.com.br yahoo.com.br hotmail.com.br outlook.com.br globo.com yahoo.co.uk hotmail.co.uk
  live.co.uk protonmail.com proton.me aol.com me.com mac.com ymail.com mail.com email.com gmx.com
  pm.me qq.com rocketmail.com
`
  .trim()
  .split(/\s+/);

/** The known domain that was probably meant; null for a known one, and for one that is like none of them. */
export function nearestDomain(typed: string): string | null {
  const domain = typed.toLowerCase();
  if (KNOWN.includes(domain)) return null;
  return KNOWN.find((known) => isMistyped(domain, known)) ?? null;
}

function isMistyped(domain: string, known: string): boolean {
  // The same company in another country.
  const [country, other] = [domain, known].map((name) => /\.([a-z]{2})$/.exec(name)?.[1]);
  if (country !== undefined && other !== undefined && country !== other) return false;
  // In a short name any change makes another one.
  const most = known.length < 8 ? 0 : known.length < 11 ? 1 : 2;
  return Math.abs(domain.length - known.length) <= most && distance(domain, known) <= most;
}

/** Letters too many, too few, wrong, or two of them in the wrong order, each counted as one (Damerau). */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(at(i - 1, j) + 1, (row[j - 1] ?? Infinity) + 1, changed, swapped));
    }
  }
  return at(a.length, b.length);
}
