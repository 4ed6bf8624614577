import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '#contract/language.ts';
import {
  MAILS,
  type MailName,
  type MailTemplate,
  type MailTemplates,
  type MailValues,
} from '#contract/mails.ts';
import { BuildError } from '#server/build.ts';

/** One value may have lines; a line break in any other could pass for a field of its own. */
const WITH_LINES = 'message';
const LINE_BREAK = /\r\n?|[\n\u2028\u2029]/g;
/** Control characters, and those that turn the direction of what follows: `gpj.exe` would read as `exe.jpg`. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const CONTROL_IN_LINE = /[^\P{Cc}\n]+|[\u202a-\u202e\u2066-\u2069]+/gu;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Reads the mails that the build has made.
 * @throws BuildError when they are missing or damaged.
 */
export function loadMails(dist: string): MailTemplates {
  const file = join(dist, '.build', 'mails.json');
  const templates = readJson(file);
  if (!areTemplates(templates)) throw new BuildError(`${file} is damaged. Run: npm run build`);
  return templates;
}

/**
 * One mail, ready to be sent. Values are text from anywhere: escaped in the HTML part, without control characters in
 * all three. A placeholder that comes in with a value is text like any other. An empty value shows as a dash.
 */
export function fillMail<M extends MailName>(
  templates: MailTemplates,
  name: M,
  language: Language,
  values: MailValues<M>,
): MailTemplate {
  const { subject, html, text } = templates[name][language];
  const clean = new Map(Object.entries<string>(values).map(([key, value]) => [key, cleaned(key, value)]));
  return {
    subject: fill(subject, clean, (value) => value.replaceAll('\n', ' ')),
    html: fill(html, clean, escapeHtml),
    text: fill(text, clean, (value) => value),
  };
}

/** In a single pass, so that nothing is ever filled into a value. */
function fill(template: string, values: Map<string, string>, put: (value: string) => string): string {
  return template.replace(/\{\{(\w+)\}\}/g, (placeholder, key: string) => {
    const value = values.get(key);
    return value === undefined ? placeholder : put(value);
  });
}

function cleaned(key: string, value: string): string {
  const text =
    key === WITH_LINES
      ? value.replace(LINE_BREAK, '\n').replace(CONTROL_IN_LINE, ' ')
      : value.replace(CONTROL, ' ');
  return text.toWellFormed().trim() || '–';
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '').replaceAll('\n', '<br>');
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BuildError(`${file} is missing. Run: npm run build`);
  }
}

function areTemplates(value: unknown): value is MailTemplates {
  return Object.keys(MAILS).every((name) =>
    LANGUAGES.every((language) => {
      const mail = (value as Record<string, Record<string, Partial<MailTemplate>>> | null)?.[name]?.[
        language
      ];
      return [mail?.subject, mail?.html, mail?.text].every((part) => typeof part === 'string' && part !== '');
    }),
  );
}
