import { useState } from 'react';
import { brand } from '../brand.ts';
import type { UseWords } from '../words.ts';

/** Which copies are this list's: made by the server, and kept beside the key. Null: it has just begun. */
export type SignedBy = string | null;

/** `identity`: the private half, which never leaves the browser but by its owner. */
export type RecoveryKey = { identity: string; recipient: string };

/** Made once: after the dialog was closed, or the target of copies corrected, an owner is asked for the same. */
export function useRecoveryKey() {
  const [key, setKey] = useState<RecoveryKey | null>(null);
  async function make(): Promise<RecoveryKey> {
    const made = key ?? (await makeKey());
    setKey(made);
    return made;
  }
  return { key, make, forget: () => setKey(null) };
}

/** Its package is loaded only here. */
async function makeKey(): Promise<RecoveryKey> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The public half of a key that was typed, or of the file that holds it; null: no whole key is there. */
export async function recipientOf(text: string): Promise<string | null> {
  const [, identity] = /^(AGE-SECRET-KEY-1[\dA-Z]{58})$/im.exec(text.replace(/[^\S\n]/g, '')) ?? [];
  if (identity === undefined) return null;
  const { identityToRecipient } = await import('age-encryption');
  return identityToRecipient(identity.toUpperCase()).catch(() => null);
}

/** What is saved or printed: all that somebody needs who has nothing else any more. */
export type Paper = {
  title: string;
  lines: string[];
  about: string;
  restore: string;
  command: string;
  more: string;
};

type Kept = { identity: string; signedBy: SignedBy; target: string };

export function paperOf({ t, day }: UseWords, { identity, signedBy, target }: Kept): Paper {
  return {
    title: t('copies.paper.title', { site: `${brand().name}, ${location.host}` }),
    lines: signedBy === null ? [identity] : [identity, signedBy],
    about: t('copies.paper.about', { day: day(Date.now()) }),
    restore: t('copies.paper.restore'),
    command: `npm run -s embreve -- restore --from '${target}' --key recovery-key.txt`,
    more: t('copies.paper.more'),
  };
}

/** `restore --key` reads it. */
export function fileOf({ title, lines, about, restore, command, more }: Paper): Blob {
  const notes = [title, about, restore, command, more].map((line) => `# ${line}\n`).join('');
  return new Blob([`${notes}${lines.join('\n')}\n`], { type: 'text/plain' });
}

/** Prints it alone, in a document of its own. */
export function print({ title, lines, about, restore, command, more }: Paper, className: string): void {
  const frame = document.createElement('iframe');
  frame.className = className;
  // Some browsers empty a new frame again before this.
  frame.addEventListener('load', () => {
    const page = frame.contentWindow;
    if (page === null) return;
    const add = (tag: string, text: string, style: string) => {
      const part = page.document.createElement(tag);
      // The policy of the document takes no other styles.
      part.style.cssText = `margin: 0 0 12pt; ${style}`;
      for (const word of text.split(' ')) {
        const whole = page.document.createElement('span');
        whole.textContent = word;
        // What is typed from paper must not break at its hyphens.
        whole.style.cssText = 'display: inline-block; max-width: 100%; overflow-wrap: anywhere';
        part.append(whole, ' ');
      }
      page.document.body.append(part);
    };
    page.document.documentElement.lang = document.documentElement.lang;
    page.document.title = title;
    page.document.body.style.cssText = 'margin: 12pt; font: 11pt/1.5 sans-serif';
    add('h1', title, 'font-size: 18pt; line-height: 1.2');
    for (const line of lines) add('p', line, 'padding: 6pt 0; font: 10.5pt monospace');
    add('p', about, '');
    add('p', restore, '');
    add('p', command, 'font: 10pt monospace');
    add('p', more, '');
    page.addEventListener('afterprint', () => frame.remove());
    page.print();
  });
  document.body.append(frame);
}
