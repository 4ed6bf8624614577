/** Domains where anybody may have an address. Every other domain may belong to one person entirely. */
const PROVIDERS = new Set(
  `gmail.com googlemail.com msn.com icloud.com me.com mac.com aol.com ymail.com rocketmail.com proton.me
  protonmail.com pm.me fastmail.com fastmail.fm web.de t-online.de freenet.de mail.com zoho.com zohomail.com
  zohomail.eu mail.ru bk.ru inbox.ru list.ru qq.com 163.com 126.com naver.com orange.fr wanadoo.fr free.fr
  laposte.net sfr.fr libero.it virgilio.it tiscali.it uol.com.br bol.com.br terra.com.br ig.com.br globo.com
  sapo.pt clix.pt iol.pt netcabo.pt netvisao.pt telepac.pt mail.telepac.pt comcast.net verizon.net att.net
  btinternet.com sky.com virginmedia.com bigpond.com tuta.com tutanota.com hey.com posteo.de mailbox.org
  seznam.cz wp.pl o2.pl onet.pl interia.pl rediffmail.com`.split(/\s+/),
);
const IN_MANY_COUNTRIES = /^(?:yahoo|hotmail|outlook|live|gmx|yandex)\.(?:com?\.)?[a-z]{2,3}$/;
const GMAIL = new Set(['gmail.com', 'googlemail.com']);
const PROTON = new Set(['proton.me', 'protonmail.com', 'pm.me']);
const YAHOO = /^(?:yahoo\.|ymail\.|rocketmail\.)/;

/** The mailbox that mail to `key` reaches, as far as we can tell: aliases share one. */
export function mailboxOf(key: string): string {
  const [whole, domain] = partsOf(key);
  const [local = ''] = whole.split('+');
  if (GMAIL.has(domain)) return `${local.replaceAll('.', '')}@gmail.com`;
  if (PROTON.has(domain)) return `${local.replaceAll(/[._-]/g, '')}@proton.me`;
  // Yahoo's own names contain no hyphen: it separates the alias.
  if (YAHOO.test(domain)) return `${local.split('-')[0]}@${domain}`;
  const [, user, provider] = /^([^.]+)\.(fastmail\.(?:com|fm))$/.exec(domain) ?? [];
  return user ? `${user}@${provider}` : `${local}@${domain}`;
}

export function isAlias(key: string): boolean {
  return partsOf(mailboxOf(key))[0] !== partsOf(key)[0];
}

/** The domain that one owner may have, with its subdomains, around `key`; null for a public provider. */
export function ownDomainOf(key: string): string | null {
  const [, domain] = partsOf(key);
  if (PROVIDERS.has(domain) || IN_MANY_COUNTRIES.test(domain) || /\.fastmail\.(?:com|fm)$/.test(domain))
    return null;
  // `example.com`, `example.co.uk`: a label too short to be a name belongs to the country.
  const labels = domain.split('.');
  return labels
    .slice((labels.at(-1)?.length ?? 0) === 2 && (labels.at(-2)?.length ?? 0) <= 3 ? -3 : -2)
    .join('.');
}

/** The part before the last `@`, and the domain. */
function partsOf(key: string): [local: string, domain: string] {
  const at = key.lastIndexOf('@');
  return [key.slice(0, at), key.slice(at + 1)];
}
