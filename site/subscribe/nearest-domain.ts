import { isWithinEdits } from '#contract/edits.ts';

/** The domains of most of our visitors' addresses, and real names similar to one of them. */
const KNOWN = `
  gmail.com hotmail.com outlook.com yahoo.com icloud.com live.com msn.com sapo.pt
  hotmail.pt outlook.pt live.com.pt netcabo.pt iol.pt mail.telepac.pt uol.com.br bol.com.br
  terra.com.br yahoo.com.br hotmail.com.br outlook.com.br globo.com yahoo.co.uk hotmail.co.uk
  live.co.uk protonmail.com proton.me aol.com me.com mac.com ymail.com mail.com email.com gmx.com
  pm.me qq.com rocketmail.com
`
  .trim()
  .split(/\s+/);

/** The known domain that was probably meant; null for a known one, or if none is similar. */
export function nearestDomain(typed: string): string | null {
  const domain = typed.toLowerCase();
  if (KNOWN.includes(domain)) return null;
  return KNOWN.find((known) => isMistyped(domain, known)) ?? null;
}

function isMistyped(domain: string, known: string): boolean {
  // The same company in another country.
  const [country, other] = [domain, known].map((name) => /\.([a-z]{2})$/.exec(name)?.[1]);
  if (country !== undefined && other !== undefined && country !== other) return false;
  // A short name becomes another one by any change.
  const most = known.length < 8 ? 0 : known.length < 11 ? 1 : 2;
  return isWithinEdits(domain, known, most);
}
