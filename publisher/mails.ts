import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OUR_ACCENT } from '#contract/content/accent.ts';
import { LANGUAGES, type Language } from '#contract/language.ts';
import {
  IN_SUBJECT,
  MAILS,
  MAY_LACK,
  NOT_IN_TEXT,
  type MailName,
  type MailTemplate,
  type MailTemplates,
} from '#contract/mails.ts';
import type { SiteConfig } from '#contract/site.ts';
import type { Accents } from './accent.ts';
import type { Output } from './output.ts';

/** Who the mails are from. `words`: the owner's own in place of the built-in ones. */
export type MailOwner = {
  site: SiteConfig;
  words: Partial<Record<Language, object>>;
};

/** The shape of `mails/render.tsx` once built; the mails themselves are not imported from here. */
export type MailRenderer = {
  renderMails(owner: MailOwner): Promise<MailTemplates>;
  renderMail(name: MailName, language: Language, owner: MailOwner): Promise<MailTemplate>;
};

type MailsJob = {
  program: string;
  sender: MailOwner;
  accents: Accents | null;
  previous: string | null;
};

const MAILS_FILE = '.build/mails.json';
/** The same in our accents: another accent alone makes no mail again. */
const OURS_FILE = '.build/mails-ours.json';
/** What they were made from, as a hash. */
const FROM_FILE = '.build/mails-from';

/**
 * Writes all mails: those of an earlier rendering if it made them from the same, as most changes are not of mails.
 * `accents`: the owner's; null: ours.
 */
export async function writeMails(
  load: () => Promise<MailRenderer>,
  { program, sender, accents, previous }: MailsJob,
  out: Output,
): Promise<void> {
  const made = createHash('sha256')
    .update(JSON.stringify([program, sender]))
    .digest('hex');
  const earlier = (file: string) =>
    previous === null ? null : readFile(join(previous, file)).catch(() => null);
  const isSame = (await earlier(FROM_FILE))?.toString() === made;
  const ours = (isSame ? await earlier(OURS_FILE) : null) ?? (await mailsFile(await load(), sender));
  out.write(OURS_FILE, ours);
  out.write(MAILS_FILE, repainted(String(ours), accents));
  out.write(FROM_FILE, made);
}

/** With the owner's accents in the place of the built-in ones, where nothing else has these colours. */
export function repainted(mails: string, accents: Accents | null): string {
  if (accents === null) return mails;
  const { dark, light } = accents;
  return mails.replaceAll(OUR_ACCENT.light, light.accent).replaceAll(OUR_ACCENT.dark, dark.accent);
}

/**
 * Every mail in every language, as `.build/mails.json` holds them.
 * @throws Error when a mail could not be filled.
 */
export async function mailsFile(renderer: MailRenderer, owner: MailOwner): Promise<Buffer> {
  const templates = await renderer.renderMails(owner);
  checkMails(templates);
  return Buffer.from(JSON.stringify(templates));
}

/**
 * Checks that both parts of a mail have every placeholder of the contract, and no others.
 * @throws Error that lists every problem, one per line, e.g. `confirm.pt.text lacks {{dataUrl}}`.
 */
export function checkMails(templates: MailTemplates): void {
  const problems = (Object.keys(MAILS) as MailName[]).flatMap((mail) =>
    LANGUAGES.flatMap((language) => {
      const { subject, html, text } = templates[mail][language];
      const place = `${mail}.${language}`;
      return [
        ...unknown(`${place}.subject`, subject, IN_SUBJECT[mail] ?? []),
        ...unknown(`${place}.html`, html, MAILS[mail]),
        ...unknown(`${place}.text`, text, MAILS[mail]),
        ...missing(`${place}.html`, html, MAILS[mail]),
        ...missing(
          `${place}.text`,
          text,
          MAILS[mail].filter((name) => !NOT_IN_TEXT[mail]?.includes(name)),
        ),
      ];
    }),
  );
  if (problems.length > 0) throw new Error(`The mails cannot be filled:\n${problems.join('\n')}`);
}

function missing(place: string, part: string, names: readonly string[]): string[] {
  const lacking = names.filter(
    (name) => !MAY_LACK.includes(name) && !part.includes(`{{${name}}}`) && !part.includes(`{{?${name}}}`),
  );
  return lacking.map((name) => `${place} lacks {{${name}}}`);
}

/** Unpaired braces count too, as nothing would fill them. */
function unknown(place: string, part: string, names: readonly string[]): string[] {
  const rest = names.reduce(
    (left, name) =>
      left
        .replaceAll(`{{${name}}}`, '')
        .replaceAll(new RegExp(`\\{\\{\\?${name}\\}\\}(.*?)\\{\\{/${name}\\}\\}`, 'gs'), '$1'),
    part,
  );
  const found = rest.match(/(?:\{\{)?[^{}]{0,40}\}\}|\{\{[^{}]{0,40}/g) ?? [];
  return found.map((piece) => `${place} has ${piece}, which nobody fills`);
}
