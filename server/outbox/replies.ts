/**
 * What a mail server's reply is about.
 * - this person, for good: `no-mailbox`, `no-domain`; not for good: `full`, `mailbox` (anything else about it)
 * - `unavailable`: RFC 5321's words for any refusal; the mailbox is not there only if the account took the mail
 * - this mail: `size`
 * - our mails at this receiver: `blocked`
 * - the account that sends, so everybody: `limit` (used up), `rate` (too fast), `sender` (not this one), `login`
 * - `busy`: later, or never in time. `other`: nothing that is known
 */
export type Meaning =
  | 'no-mailbox'
  | 'no-domain'
  | 'full'
  | 'mailbox'
  | 'unavailable'
  | 'size'
  | 'blocked'
  | 'limit'
  | 'rate'
  | 'sender'
  | 'login'
  | 'busy'
  | 'other';

/** `by`: the mail server that we send through; said by another, the words mean something else. */
type Row = { means: Exclude<Meaning, 'other'>; said: RegExp; by?: RegExp };

/**
 * The one table of replies: the first row that matches counts. The words are in lower case, without links.
 * RFC 3463 has codes; many servers send only words, or the wrong code.
 */
const REPLIES: readonly Row[] = [
  // The account's limit or sender, in the words of a missing mailbox.
  { by: /(?:^|\.)(?:gmx|web|ionos|1and1|1und1|kundenserver)\./, means: 'limit', said: /mailbox unavailable/ },
  { by: /(?:^|\.)yahoo\./, means: 'sender', said: /mailbox unavailable/ },
  {
    means: 'rate',
    said: /(?:emails|messages|mails) (?:per|a) second|sending rate exceeded|concurrent|connections? limit|peak smtp relay limit|too (?:fast|quickly)|slow down/,
  },
  {
    means: 'limit',
    said: /(?:daily|hourly|hour|sending|submission|outgoing|relay) ?(?:user |message |sending )*(?:limits?|quota)\b|quotaexceededexception|max(?:imum)? (?:\d+ )?(?:emails|requests)|too many (?:emails|messages|recipients)|rate ?(?:over)?limit|messages per (?:hour|day)|messaging limits|recipient limit exceeded|wait to send|unusual sending|throttling/,
  },
  { means: 'limit', said: /\b5\.7\.1\b.*recipient address rejected: quota exceeded/ },
  {
    means: 'sender',
    said: /\b5\.1\.[78]\b|\bsend ?as\b|sendasdenied|not allowed to send|\bbad outbound|\b(?:sender|from address|from\/sender name|mail from)\b.{0,45}(?:reject|block|not owned|not one of|not exist|not valid|not match|verify fail|unknown)|(?:unroutable|invalid|unknown) sender|relaying disallowed|not yet activated|your (?:\w+ )?account.{0,30}(?:block|disabled|suspended)/,
  },
  { means: 'login', said: /^53[0458]\b|client not authenticated|refuses user or password/ },
  // Before all that says that the mailbox is not there: it is.
  {
    means: 'full',
    said: /\b[45]\.2\.2\b|over ?quota|quota (?:is |has been )?(?:exceeded|full)|exceed\w* (?:\w+ ){0,2}quota|\b(?:mailbox|inbox|folder|mailfolder|account|user|storage) (?:\S+ )?(?:is |are )?(?:too )?full\b|(?:boite|boîte|caixa|buzón|buzon|postfach|casella)\b.{0,40}\b(?:pleine?|chei[oa]|llen[oa]|voll|pien[oa])\b|out of (?:storage|space|disk)|(?:not enough|insufficient|no) (?:\w+ )?(?:space|storage|room)\b|(?:mailbox|storage|inbox)\S* (?:\S+ ){0,2}exceed|exceeded (?:\w+ )?storage|exceeded the local limit|enough space/,
  },
  { means: 'size', said: /\b5\.(?:3\.4|2\.3)\b|too (?:large|big)|exceeds .{0,20}size|size exceeds/ },
  // RFC 3463: x.1 is the address, x.2 the mailbox.
  {
    means: 'mailbox',
    said: /^4.*\b4\.[12]\.\d|receiving mail (?:too|at a rate)|(?:mailbox|account|user|recipient)\b(?!.{0,9}unknown).{0,20}\b(?:locked|blocked|frozen|suspended)/,
  },
  // Google's reports say 4.0.0 of a domain that does not exist.
  { means: 'no-domain', said: /nxdomain|null mx/ },
  {
    means: 'busy',
    said: /^4\d\d\b|^(?!.*\b5\d\d\b).*\b4\.\d\.\d|\b5\.4\.7\b|expired|temporar(?:y|ily)|(?:again|retry|try) (?:\w+ )?later|not found, try again/,
  },
  // Microsoft 365: its directory does not have the address.
  { means: 'no-mailbox', said: /\b5\.4\.1\b.*recipient address(?:es)? rejected ?: access denied/ },
  { means: 'no-mailbox', said: /\b5\.7\.13\b.*recipient|recip(?:ient)?notfound/ },
  // RFC 3463: 5.7.x is about security or policy, so about us, in whatever words.
  { means: 'blocked', said: /\b5\.7\.\d/ },
  {
    means: 'blocked',
    said: /\bspam|\bblock(?:ed|ing|list)|black ?list|block list|\bdnsbl|policy|reputation|dmarc|\bspf\b|dkim|\brbl\b|client host|virus|access denied|recipient preferences|my name was|\b[he]hlo\b/,
  },
  {
    means: 'no-domain',
    said: /\b5\.(?:1\.(?:2|10)|4\.(?:4|310))\b|\b(?:host|domain)(?: or domain)?(?: name)?\b(?:(?! said\b).){0,40}\b(?:not found|unknown|n[o'’]t exist|not exist|not accept)|domain is not reachable|\b(?:unknown|no such|invalid|nonexistent|find any) (?:host|domain)|\bno mx\b|dns lookup failure|unroute?able address/,
  },
  {
    means: 'no-mailbox',
    said: /\b(?:no such|unknown|invalid|illegal|nonexistent) (?:\w+ ){0,2}(?:user|userid|mailbox|recipient|address(?! error)|account|alias|person)\b|no mailbox here|no valid recipients|check if address is|\bnot (?:our (?:customer|user)|a (?:valid|registered) \w+)|n[o'’]t have an? \S+ account/,
  },
  // Without a reason: had it another, a row above would know it.
  {
    means: 'no-mailbox',
    said: /^(?:.*\bsaid: )?5[45]\d (?:\S+@\S+ rejected|(?:\S+ )?recipient address rejected)\.?(?: \(in reply|$)/,
  },
  { means: 'no-mailbox', said: /\b5\.(?:5\.0|1\.1|2\.1)\b.*mailbox unavailable/ },
  { means: 'unavailable', said: /mailbox unavailable/ },
  {
    means: 'no-mailbox',
    said: /\b(?:user|recipient|mailbox|account|address)\b.{0,40}(?:\bunknown|not (?:be )?found|n[o'’]t exist|not (?:exist|listed|known|valid|active)|unavailable|\bdisabled|\binactive|discontinued|deactivated|deleted|closed|no longer)|(?:disabled|inactive) (?:user|recipient|mailbox|account|email|address)|is no longer valid/,
  },
  {
    means: 'no-mailbox',
    said: /(?:destinat\S+|utili[sz]a\S+|usu[aá]rio|caixa|buz[oó]n|adresse|endere[cç]o|empf(?:ä|ae)nger|benutzer|utente)\b.{0,40}(?:inconnue?|desconhecid[oa]|desconocid[oa]|inexistente|invalide|inválid[oa]|não existe|no existe|n'existe|unbekannt|sconosciut[oa])/,
  },
  { means: 'full', said: /^552\b/ },
  { means: 'no-mailbox', said: /\b5\.(?:1\.(?:[136]|351)|2\.1)\b/ },
  { means: 'mailbox', said: /\b5\.[12]\.\d/ },
];

/** All but its host. */
const LINK = /(\bhttps?:\/\/[^/\s]*)\S*/g;
/** Truncated before matching, so that no reply makes the patterns slow. */
const LONGEST_SEARCHED = 1_000;

/** Returns what a reply is about. `by`: the host of the mail server that said it to us; none in a report. */
export function meaningOf(reply: string, by = ''): Meaning {
  const words = reply.slice(0, LONGEST_SEARCHED).toLowerCase().replaceAll(LINK, '$1').replaceAll(/\s+/g, ' ');
  const row = REPLIES.find(({ said, by: whose }) => (whose?.test(by) ?? true) && said.test(words));
  return row?.means ?? 'other';
}

/** Returns whether a reply is about this one recipient: the server may accept mail to others. `by`: as in `meaningOf`. */
export function isAboutRecipient(reply: string, by?: string): boolean {
  return ['no-mailbox', 'no-domain', 'full', 'mailbox', 'unavailable'].includes(meaningOf(reply, by));
}

/** Returns whether this reply, said while sending, refuses the address itself, for good. */
export function refusesAddress(reply: string): boolean {
  return /^5\d\d\b/.test(reply) && ['no-mailbox', 'no-domain'].includes(meaningOf(reply));
}
