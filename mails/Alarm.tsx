import type { Language } from '#contract/language.ts';
import { Text } from '@react-email/components';
import { Fact, Layout, Note } from './Layout.tsx';
import { styles } from './look.ts';
import type { Alarm as AlarmName } from './text/en.ts';
import type { Words } from './words.ts';

type Props = { alarm: AlarmName; language: Language; text: Words };

/** Alerts the owner: what happened, the figures, what to do. */
export function Alarm({ alarm, language, text }: Props) {
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
      {words.facts.map((fact) => (
        <Fact key={fact.label} {...fact} />
      ))}
      <Fact label={text.alarm.advice} value={words.advice} />
      {words.doctor && <Fact label={text.alarm.doctor} value="npm run embreve -- doctor" />}
    </Layout>
  );
}
