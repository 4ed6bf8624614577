import { first as en } from '#dashboard/text/en/first.ts';
import { first as pt } from '#dashboard/text/pt/first.ts';
import { rest as restEn } from '#dashboard/text/en/rest.ts';
import { signin as signinPt } from '#dashboard/text/pt/signin.ts';
import { linkTo, makeServerLink } from '#server/owners/links.ts';
import { addOwner } from '#server/owners/owners.ts';
import { withStore } from '#server/store/existing.ts';
import { SIZES } from '../browser/support/pages.ts';
import { addressOf, dataDirOf } from '../browser/support/sites.ts';
import type { Visitor } from './visitor.ts';

const PAGES = ['today', 'people', 'messages', 'launch', 'figures', 'mails', 'settings'] as const;
const { signin } = restEn;

/** A link as `owner link` prints it: neither engine can sign in with a passkey. */
function linkForNewOwner(name: string): Promise<string> {
  return withStore({ dataDir: dataDirOf('plain'), databaseUrl: null }, 'write', async ({ write }) => {
    const now = Date.now();
    const owner = await addOwner(write, { name, email: null, language: 'en', now });
    const { token } = await makeServerLink(write, { owner, now });
    return linkTo(addressOf('plain'), token);
  });
}

/** Runs in the page: returns the elements that make it scroll sideways. */
function beyondTheEdge(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const beyond = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > innerWidth,
  );
  return ['scrolls sideways', ...beyond.map(({ localName, className }) => `${localName}.${className}`)];
}

/** On phones table heads are for screen readers only, so overlaps are not checked. */
async function seesWhole({ browser, sees }: Visitor): Promise<void> {
  for (const { width, height } of SIZES) {
    await browser.resize(width, height);
    await sees(width, () => innerWidth);
    await sees([], beyondTheEdge);
  }
}

/** `address`: a subscriber's. */
export async function looksAfterTheList(visitor: Visitor, address: string): Promise<void> {
  const { browser, press, reads, sees } = visitor;
  await browser.open(await linkForNewOwner(`Ana of ${address}`));
  await press('main button', signin.linkButton);
  await reads('h1', signin.offerTitle);
  await press('main button', signin.offerLater);
  for (const page of [...PAGES.slice(1), 'today' as const]) {
    await press('header nav a', en.nav[page]);
    await visitor.isAt(`/dashboard/${page === 'today' ? '' : page}`);
    await sees('H1', () => document.activeElement?.tagName);
    await seesWhole(visitor);
  }
  await press('header nav a', en.nav.people);
  await visitor.types('', address);
  await press('main a[data-row]', address);
  await reads('h1', address);
  await seesWhole(visitor);
  await press('header button', 'EN');
  await sees('pt', () => document.documentElement.lang);
  await press('header nav a', pt.nav.people);
  await seesWhole(visitor);
  await press('header button', pt.nav.signOut);
  await reads('h1', signinPt.title);
}
