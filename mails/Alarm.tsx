import type { Language } from '#contract/language.ts';
import { Text } from '@react-email/components';
import { site } from '#site.config';
import { Fact, Layout, Note } from './Layout.tsx';
import { styles } from './look.ts';
import type { Alarm as AlarmName, MailText } from './text/en.ts';

type Props = { alarm: AlarmName; language: Language; text: MailText };

/** Alerts the owner: what happened, the figures, what to do. */
export function Alarm({ alarm, language, text }: Props) {
  const words = text.alarms[alarm];
  return (
    <Layout
      language={language}
      subject={words.subject(site.brand.name)}
      preview={words.happened}
      title={words.title}
      footer={<Note>{text.footer.owner(site.brand.name)}</Note>}
    >
      <Text className="text" style={styles.text}>
        {words.happened}
      </Text>
      {words.facts.map((fact) => (
        <Fact key={fact.label} {...fact} />
      ))}
      <Fact label={text.alarm.advice} value={words.advice} />
      {words.doctor && <Fact label={text.alarm.doctor} value="npm run embreve -- doctor" />}
    </Layout>
  );
}
