import type { Language } from '#contract/language.ts';
import { Button, Text } from '@react-email/components';
import { Fragment } from 'react';
import { BareAddress, MailFact, Layout, Note, Where } from './Layout.tsx';
import { styles } from './look.ts';
import type { AlarmName } from './text/alarm.ts';
import type { MailWords } from './words.ts';

type Props = { alarm: AlarmName; language: Language; text: MailWords };

/** Alerts the owner: what happened, the figures, what to do. */
export function AlarmEmail({ alarm, language, text }: Props) {
  const words = text.alarms[alarm];
  return (
    <Layout
      site={text.site}
      language={language}
      subject={words.subject}
      preview={words.happened}
      title={words.title}
      footer={<Note>{text.footer.owner}</Note>}
    >
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
    </Layout>
  );
}
