/**
 * Aliases of one mailbox that pass in a day: `ana+1@…` and `ana+2@…` (RFC 5233), at Gmail `a.na@…` too, all reach one
 * person, whom a limit of mails to each address does not shield.
 */
export const ALIASES_A_DAY = 3;
/** Then all are forgotten; the brake on confirmation mails still holds. Some 20 MB. */
const MOST_MAILBOXES = 50_000;
const DAY_MS = 24 * 60 * 60 * 1000;

export type AliasLimit = {
  /** Counts an address (its key, as in the store); false for one alias too many of its mailbox. */
  take(key: string): boolean;
};

/** `hash`: what is kept instead of an address. */
export function createAliasLimit(now: () => number, hash: (text: string) => string): AliasLimit {
  const aliases = new Map<string, string[]>();
  let day = 0;
  return {
    take(key) {
      const mailbox = mailboxOf(key);
      if (localPart(mailbox) === localPart(key)) return true;
      const today = Math.floor(now() / DAY_MS);
      if (today !== day || aliases.size >= MOST_MAILBOXES) aliases.clear();
      day = today;
      const name = hash(mailbox);
      const known = aliases.get(name) ?? [];
      const alias = hash(key);
      if (known.includes(alias)) return true;
      if (known.length >= ALIASES_A_DAY) return false;
      aliases.set(name, [...known, alias]);
      return true;
    },
  };
}

function localPart(key: string): string {
  return key.slice(0, key.lastIndexOf('@'));
}

/** Two names of one, where dots in a mailbox's name count nothing. */
const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/** The address that mail to `key` ends at, as far as anybody can tell. */
export function mailboxOf(key: string): string {
  const domain = key.slice(key.lastIndexOf('@') + 1);
  const [local = ''] = localPart(key).split('+');
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
