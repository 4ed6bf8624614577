import { OTHER_TEXT, type ImportConsent } from '#contract/owner/people.ts';

// What the columns of a list say about consent, in the exports of the known tools, and in any other.

/** `left`: unsubscribed, bounced or complained. `unknown`: only the owner can say. Null: the cell says nothing. */
export type ConsentReading = 'yes' | 'pending' | 'no' | 'left' | 'unknown' | null;

/** A column about consent; `place`: from 0. `read` takes a cell as `plainCell` gives it. */
export type ConsentColumn = {
  place: number;
  name: string;
  /** It can only forbid: that it does not is not consent. */
  onlyForbids: boolean;
  read(cell: string): ConsentReading;
};

/** A heading as `endereco_de_e_mail`, without accents and signs. */
export function plainName(heading: string): string {
  return plain(heading)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
}

/** The name of a column without a heading: no heading gives one. */
export function namelessAt(place: number): string {
  return `#${place + 1}`;
}

/** Spreadsheets write such headings themselves. */
export function isNameless(name: string): boolean {
  return /^#|^(column|coluna)_?\d+$/.test(name);
}

/** A cell in lower case, without accents, hyphens and underscores: `NEVER_SUBSCRIBED` is `never subscribed`. */
export function plainCell(cell: string): string {
  return plain(cell)
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
}

export function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The answer that a cell is: dates and long texts are one, so that the owner need not tick each. */
export function answerOf(cell: string): string {
  return HAS_DATE.test(cell) || cell.length > LONGEST_ANSWER ? OTHER_TEXT : cell;
}

const LONGEST_ANSWER = 40;
const HAS_DATE = /\d.*\d.*\d.*\d/;

const YES = /^(yes|true|1|sim)$/;
const NO = /^(no|false|0|nao)$/;
const NONE = /^(no|false|0|nao|none|never|nunca|nenhum|null|n\/a)?$/;

const STATES: readonly [ConsentReading, RegExp][] = [
  ['yes', /^(subscribed|confirmed|opted in|subscrit[oa]|confirmad[oa]|express|explicit|marketing contact)$/],
  [
    'pending',
    /^(pending|unconfirmed|unactivated|pending confirmation|awaiting confirmation|pendente|por confirmar)$/,
  ],
  [
    'left',
    /^(unsubscribed|suppressed|opted out|cancell?ed|cancelad[oa]|removed|removid[oa]|(hard )?bounced|complain(ed|t)|cleaned|(block|black) ?listed|blocked|bloquead[oa]|(marked as )?spam|descadastrad[oa]|undeliverable)$/,
  ],
  [
    'no',
    /^(non ?subscribed|never subscribed|not subscribed|inactive|inativ[oa]|disabled|deleted|archived|non marketing contact|no permissions? set|not set|no consent|none)$/,
  ],
];
/** Only where the columns are those of a tool that means consent by them. */
const ACTIVE = /^(active|enabled)$/;
const TOOLS: readonly (readonly string[])[] = [
  // Kit, beehiiv, listmonk, MailerLite.
  ['email_address', 'state', 'first_name'],
  ['status', 'subscription_tier'],
  ['uuid', 'attributes', 'status'],
  ['status', 'subscribed', 'unsubscribed'],
];

const ABOUT_OTHERS =
  /(^|_)(sms|whatsapp|push|phone|ip|id|url|link|tags?|consent_version|language|country|source)(_|$)|^subscri\w+_(type|tier|plan)$|^active_subscription$|^bounce_rate$/;
const NEWSLETTER = 'newsletter';
const OURS = ['consent_version', 'subscribed_at'];
/** Substack: of the paid subscription; what is mailed is beside it. */
const PAID = /^cancel_date$|^expires_at$/;
const FORBIDS =
  /unsubscribed|^unsub(scribe)?(_|$)|unsubscribe_(date|time|reason|at)|clean_time|opt(ed)?_?out|(^|_)bounced|hard_bounce|complain|do_not_(e?mail|contact)|(black|block)listed|^(is_)?blocked$|deleted(_at|_on)?$|email_disabled|cancell?(ed|ation)?_(at|on|date|time)|cancelamento|cancelad|removid|descadastr|^nao_(contact|contat|enviar|receber|autoriz|quer|aceit)|suppress/;
const STATE =
  /^((e?mail|e_mail|marketing|subscription|subscriber|permission|contact|consent|global|list)_)*(state|status|estado)$|^estado_d[aeo]_(subscricao|inscricao|newsletter|e_?mail|contacto)$|^email_marketing(_consent)?$/;
const VERIFIED = /^(e?mail_)?(verified|confirmed|validated|verificado|confirmado)$/;
const AGREES =
  /^(double_)?opt_in(_confirm)?$|^(is_)?subscribed(_to_emails)?$|^accepts_(email_)?marketing$|^aceita_e_?mail_marketing$|^(email_)?enabled$/;
/** Anything that may be about consent. */
const VOCABULARY =
  /consent|permiss|subscri[bcp]|inscri[ct]|opt(ed)?_?(in|out)(_|$)|newsletter|novidades|notif|marketing|gdpr|rgpd|lgpd|disabled|desativ|inativ|deleted|eliminad|apagad|bounce|devolv|block|bloque|blacklist|cancel|remov|complain|spam|aceit|autoriz|concord|agree|accept|(^|_)(active|ativ[oa]|enabled|receber|contact_me|contactar|email_me)(_|$)/;
const TIME = /_(at|on|date|time|since|timestamp|em)$|^(date|data)_/;
const SIGNED_UP = /subscri|inscri/;
const CONSENT = /consent|opt_?in|gdpr|rgpd|aceit|agree/;
const CONFIRM_TIME = 'confirm_time';

/** `names`: of all columns, by `plainName`. Two may have the same. */
export function consentColumns(names: readonly string[], consent: ImportConsent): ConsentColumn[] {
  const isTool = TOOLS.some((tool) => tool.every((name) => names.includes(name)));
  return names.flatMap((name, place) => {
    // In our own export who is on the list may not get the newsletter.
    if (name === NEWSLETTER && consent !== 'news' && OURS.every((one) => names.includes(one))) return [];
    if (isNameless(name)) return [{ place, name, onlyForbids: true, read: readNameless }];
    const read = readerOf(name, names, isTool);
    return read === null ? [] : { place, name, onlyForbids: FORBIDS.test(name), read };
  });
}

type Read = ConsentColumn['read'];

function readerOf(name: string, names: readonly string[], isTool: boolean): Read | null {
  if (ABOUT_OTHERS.test(name)) return null;
  if (name === 'receiving_emails_for') return (cell) => (NONE.test(cell) ? 'no' : 'yes');
  if (PAID.test(name) && names.includes('receiving_emails_for')) return null;
  if (FORBIDS.test(name)) return (cell) => (NONE.test(cell) ? null : 'left');
  const known = knownReader(name, isTool);
  if (known !== null) return (cell) => (cell === '' ? null : known(cell));
  // Everybody on a list signed up some day.
  if (!VOCABULARY.test(name) || (TIME.test(name) && SIGNED_UP.test(name))) return null;
  return (cell) => (stateOf(cell) === 'left' ? 'left' : 'unknown');
}

const SIGN = /^(yes|no|true|false|[ynsxtf]|sim|nao|on|off|ok|none|never|nunca|nenhum)$/;

/** Only its cells say whether a column without a heading is about consent. */
function readNameless(cell: string): ConsentReading {
  const state = stateOf(cell);
  if (state === 'left') return 'left';
  const isLikeHeading = !cell.includes('@') && readerOf(plainName(cell), [], false) !== null;
  return state !== undefined || SIGN.test(cell) || isLikeHeading ? 'unknown' : null;
}

function knownReader(name: string, isTool: boolean): Read | null {
  if (STATE.test(name)) return (cell) => (isTool && ACTIVE.test(cell) ? 'yes' : (stateOf(cell) ?? 'unknown'));
  if (VERIFIED.test(name)) return (cell) => (NO.test(cell) ? 'pending' : yesOf(cell));
  if (AGREES.test(name)) return (cell) => (NO.test(cell) ? 'no' : yesOf(cell));
  if (name === CONFIRM_TIME || (TIME.test(name) && CONSENT.test(name)))
    return (cell) => (HAS_DATE.test(cell) ? 'yes' : 'unknown');
  return null;
}

function yesOf(cell: string): ConsentReading {
  return YES.test(cell) || HAS_DATE.test(cell) ? 'yes' : (stateOf(cell) ?? 'unknown');
}

function stateOf(cell: string): ConsentReading | undefined {
  return STATES.find(([, words]) => words.test(cell))?.[0];
}
