import { type Language, localeOf } from '#contract/language.ts';
import type { WholeMessage } from '#contract/owner/messages.ts';

/** Some mail programs on Windows truncate longer links. */
const LONGEST = 1_900;
const LONGEST_BEGINNING = 60;

type AnswerWords = Record<Language, { subject: (brand: string) => string }>;

/** A link that opens the owner's mail program: to the writer, with the message as a quote, as much of it as such a link bears. */
export function answerTo(
  { name, email, message, at, language }: WholeMessage,
  brand: string,
  words: AnswerWords,
): string {
  const lines = message.split(/\r\n?|\n/);
  const begins = cut(message.trim().replaceAll(/\s+/g, ' '), LONGEST_BEGINNING);
  const subject = `Re: ${words[language].subject(brand)}: ${begins}`;
  const written = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short' });
  const head = `mailto:${addressIn(email)}?subject=${encoded(subject)}&body=`;
  let body = encoded(`\n\n${name} <${email}>, ${written.format(at)}:\n`);
  for (const line of lines) {
    const quoted = encoded(`> ${line}\n`);
    const room = LONGEST - encoded('…').length - head.length - body.length;
    if (quoted.length > room) return `${head}${body}${startOf(`> ${line}`, room)}${encoded('…')}`;
    body += quoted;
  }
  return head + body;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed().replaceAll('\n', '\r\n'));
}

/** Keeps the last @; escapes everything else that has a meaning in a link. */
function addressIn(email: string): string {
  const at = email.lastIndexOf('@');
  return `${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`;
}

function cut(text: string, most: number): string {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most).join('').trimEnd()}…` : text;
}

/** As many letters as fit once escaped. */
function startOf(line: string, room: number): string {
  const letters = [...line.toWellFormed()];
  while (encoded(letters.join('')).length > room) letters.pop();
  return encoded(letters.join(''));
}
