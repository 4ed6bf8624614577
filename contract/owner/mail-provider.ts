/** Whose mailboxes a domain has. */
const BY_DOMAIN: readonly [string, RegExp][] = [
  ['Gmail', /^(?:gmail|googlemail)\.com$/],
  ['Outlook.com', /^(?:outlook|hotmail|live|msn)\./],
  ['Yahoo', /^(?:yahoo|ymail|rocketmail)\./],
  ['AOL', /^aol\./],
  ['iCloud', /^(?:icloud|me|mac)\.com$/],
  ['GMX', /^gmx\./],
  ['WEB.DE', /^web\.de$/],
  ['Proton', /^(?:proton\.me|protonmail\.com|pm\.me)$/],
  ['SAPO', /^sapo\.pt$/],
];

/** What the servers of those who host any domain say of themselves. */
const BY_WORDS: readonly [string, RegExp][] = [
  ['Google', /\bgsmtp\b|support\.google\.com/i],
  ['Microsoft 365', /\.prod\.|protection\.outlook\.com|\bAS\(\d+\)/],
  ['Yahoo', /yahoo\.com|yahoodns/i],
  ['Zoho', /\bzoho\b/i],
  ['Mimecast', /mimecast/i],
  ['Proofpoint', /pphosted|proofpoint/i],
  ['OVH', /\bovh\b/i],
];

/** Names the mail provider of an address, for people, also by the reply of its server; its domain if it is unknown. */
export function mailProviderOf(address: string, said: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const [name] =
    BY_DOMAIN.find(([, its]) => its.test(domain)) ?? BY_WORDS.find(([, its]) => its.test(said)) ?? [];
  return name ?? domain;
}
