import { readFileSync } from 'node:fs';
import type { Config } from '#server/config.ts';
import { readMailbox } from '#server/deliver/message.ts';
import { readSource, type SourceReport } from '#server/launch/mail-source.ts';
import { Failed } from '../command.ts';
import { type Finding, type Findings, ok, problem, warning } from '../doctor/finding.ts';

/** What the receiver of a test mail made of it. `file`: its source, as the mail program shows it. @throws Failed */
export function checkSource(file: string, { mailFrom }: Config): Findings {
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
        test: problem(
          'This is not the whole source of a mail: “Authentication-Results” is missing. In Gmail: three dots, “Show original”, “Copy to clipboard”.',
        ),
      };
    case 'other-mail':
      return { test: problem(`This is another mail: it does not come from ${mailFrom}.`) };
    case 'read':
      return sayRead(report);
  }
}

function sayRead({ by, spf, dkim, dmarc, unsubscribeIsSigned }: SourceReport & { is: 'read' }): Findings {
  return {
    spf: sayWord(spf, by, warning, 'Add your mail server to the SPF record of your domain.'),
    dkim: sayWord(dkim, by, problem, 'Have your mail provider sign, or set DKIM_KEY_FILE.'),
    dmarc: sayWord(
      dmarc,
      by,
      dmarc === null ? warning : problem,
      'SPF or DKIM has to pass for the domain of MAIL_FROM.',
    ),
    leaving: unsubscribeIsSigned
      ? ok('the button “Unsubscribe” is signed')
      : problem(
          'The button “Unsubscribe” is not signed, and Gmail and Yahoo may refuse so many mails. Ask your mail provider to let the ' +
            'DKIM signature (h=) cover List-Unsubscribe and List-Unsubscribe-Post.',
        ),
  };
}

function sayWord(word: string | null, by: string, level: (text: string) => Finding, advice: string): Finding {
  return word === 'pass' ? ok(`${by} says pass`) : level(`${by} says ${word ?? 'nothing'}. ${advice}`);
}
