import { Button, Text } from '@react-email/components';
import { Fragment } from 'react';
import { MAILS } from '#contract/mails.ts';
import { BareAddress, MailFact, Note, Where } from './Layout.tsx';
import { styles } from './look.ts';
import type { Mail, Mails } from './mail.ts';
import type { AlarmName } from './text/alarm.ts';
import type { MailWords } from './words.ts';

const NAMES = Object.keys(MAILS).filter((name) => name.startsWith('alarm-')) as AlarmName[];

/** An alert is text alone. */
export const mails: Mails = Object.fromEntries(
  NAMES.map((name) => [name, (text: MailWords) => alarm(text.alarms[name], text)]),
);

/** Alerts the owner: what happened, the figures, what to do. */
function alarm(words: MailWords['alarms'][AlarmName], text: MailWords): Mail {
  return {
    subject: words.subject,
    preview: words.happened,
    title: words.title,
    body: (
      <>
        <Text className="text" style={styles.text}>
          {words.happened}
        </Text>
        {words.facts.map(({ when, ...fact }) => (
          <Fragment key={fact.label}>
            {when === undefined ? (
              <MailFact {...fact} />
            ) : (
              <Where value={when}>
                <MailFact {...fact} />
              </Where>
            )}
          </Fragment>
        ))}
        <MailFact label={text.alarm.advice} value={words.advice} />
        {words.button !== undefined && (
          <>
            <div style={styles.below}>
              <Button className="button" style={styles.button} href="{{endUrl}}">
                {words.button}
              </Button>
            </div>
            <BareAddress words={text.confirm.copy} url="{{endUrl}}" />
          </>
        )}
        {words.doctor && <MailFact label={text.alarm.doctor} value="npm run embreve -- doctor" />}
      </>
    ),
    footer: <Note>{text.footer.owner}</Note>,
  };
}
