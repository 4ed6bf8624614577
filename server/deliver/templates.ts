import type { Language } from '#contract/language.ts';
import {
  type MailName,
  type MailTemplate,
  type MailTemplates,
  type MailValues,
  withoutEmptySections,
} from '#contract/mails.ts';
import { escapeHtml, letterText, withLetter, type PageAt } from './letter.ts';

/** Only these may have line breaks, which in other values could fake a field. */
const WITH_LINES = ['message', 'body'];
/** Control characters, including bidi: `gpj.exe` would read as `exe.jpg`. */
const CONTROL = /[^\P{Cc}\n]+|[\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Fills in one mail. Values are untrusted text: escaped in the HTML part, without control characters in all
 * three. A placeholder inside a value stays text. An empty value becomes a dash, and its section disappears.
 */
export function fillMail<M extends MailName>(
  templates: MailTemplates,
  name: M,
  language: Language,
  values: MailValues<M>,
): MailTemplate {
  return fillTemplate<M>(templates[name][language], values);
}

/** The same with one template. The value `body` is formatted (contract/letter-text.ts). */
export function fillTemplate<M extends MailName>(
  { subject, html, text }: MailTemplate,
  values: MailValues<M>,
  pageAt: PageAt = (path) => path,
): MailTemplate {
  const all = Object.entries<string>(values);
  const clean = new Map(all.map(([key, value]) => [key, cleaned(key, value)]));
  const empty = new Set(all.flatMap(([key, value]) => (value === '' ? [key] : [])));
  const whole = (part: string) => withoutEmptySections(part, (key) => empty.has(key));
  const body = clean.get('body') ?? '';
  return {
    subject: fill(subject, clean),
    html: withLetter(whole(html), body, pageAt, (part) => fill(part, clean, escapeHtml)),
    // A section that is not shown leaves its blank lines.
    text: fill(whole(text).replace(/\n{3,}/g, '\n\n'), clean, (value, key) =>
      key === 'body' ? letterText(value, pageAt) : value,
    ),
  };
}

/** In a single pass, so that no placeholder in a value is filled. */
function fill(
  template: string,
  values: Map<string, string>,
  put = (value: string, _key: string) => value,
): string {
  return template.replace(/\{\{(\w+)\}\}/g, (placeholder, key: string) => {
    const value = values.get(key);
    return value === undefined ? placeholder : put(value, key);
  });
}

function cleaned(key: string, value: string): string {
  const lines = value.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(CONTROL, ' ');
  const text = WITH_LINES.includes(key) ? lines : lines.replace(/\n+/g, ' ');
  return text.toWellFormed().trim() || '–';
}
