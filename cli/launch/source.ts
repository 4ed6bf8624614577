import { readFileSync } from 'node:fs';
import type { Config } from '#server/config.ts';
import { readMailbox } from '#server/deliver/message.ts';
import { findInSource } from '#server/launch/findings.ts';
import { readSource } from '#server/launch/mail-source.ts';
import { Failed } from '../command.ts';
import type { Lines } from '../doctor/say.ts';
import { inWords } from './say.ts';

/** Checks a test mail as received. `file`: its source, as shown by the mail program. @throws Failed */
export function checkSource(file: string, { mailFrom }: Config): Lines {
  let source: string;
  try {
    source = readFileSync(file, 'latin1');
  } catch (error) {
    throw new Failed(`${file} cannot be read: ${(error as Error).message}`);
  }
  const report = readSource(source, readMailbox(mailFrom).address);
  switch (report.is) {
    case 'no-source':
      return {
        test: {
          level: 'problem',
          text: 'This is not the whole source of a mail: “Authentication-Results” is missing. In Gmail: three dots, “Show original”, “Copy to clipboard”.',
        },
      };
    case 'other-mail':
      return { test: { level: 'problem', text: `This is another mail: it does not come from ${mailFrom}.` } };
    case 'read':
      return inWords(findInSource(report));
  }
}
