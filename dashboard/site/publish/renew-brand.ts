import { brandIn, renewed } from '../../brand.ts';

/** Takes name, logo and colours from the document as it is served now. Whatever fails comes with the next one. */
export async function renewBrand(): Promise<void> {
  const next = await readDocument();
  if (next === null) return;
  const [before, after] = [document, next].map((one) => [...one.querySelectorAll<HTMLLinkElement>(SHEETS)]);
  const isIn = (sheets: HTMLLinkElement[] = [], { href }: HTMLLinkElement) =>
    sheets.some((one) => one.href === href);
  const fresh = after?.filter((sheet) => !isIn(before, sheet)) ?? [];
  document.head.append(...fresh.map((sheet) => document.importNode(sheet)));
  for (const sheet of before?.filter((one) => !isIn(after, one)) ?? []) sheet.remove();
  renewed.set(brandIn(next));
}

/** By XMLHttpRequest, which parses documents itself: the dashboard's Trusted Types refuse DOMParser. */
function readDocument(): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.responseType = 'document';
    request.onloadend = () => resolve(request.status === 200 ? request.responseXML : null);
    request.open('GET', '/dashboard');
    request.send();
  });
}

/** The owner's styles; the dashboard's own may be of another program by now, and stay. */
const SHEETS = 'link[rel=stylesheet][href*="/owner."]';
