import { Button, Text } from '@react-email/components';
import type { Language } from '#contract/language.ts';
import { BareAddress, Layout } from './Layout.tsx';
import { styles } from './look.ts';
import { VisitorFooter } from './VisitorFooter.tsx';
import type { MailWords } from './words.ts';

type Props = { language: Language; text: MailWords; reminds?: boolean };

/**
 * Asks a subscriber to confirm the address. Says what was asked for, what happens otherwise, and how to unsubscribe.
 * `reminds`: the second request.
 */
export function Confirm({ language, text, reminds = false }: Props) {
  const confirm = reminds ? { ...text.confirm, ...text.reminder } : text.confirm;
  return (
    <Layout
      site={text.site}
      language={language}
      subject={confirm.subject}
      preview={confirm.preview}
      title={confirm.title}
      footer={<VisitorFooter stop={confirm.stop} text={text} />}
    >
      <Text className="text" style={styles.text}>
        {confirm.why}
      </Text>
      <Text className="text" style={styles.text}>
        {'{{asked}}'}
      </Text>
      <Button className="button" style={styles.button} href="{{confirmUrl}}">
        {confirm.button}
      </Button>
      <Text className="text" style={{ ...styles.text, margin: '28px 0' }}>
        {confirm.nothing}
      </Text>
      <BareAddress words={confirm.copy} url="{{confirmUrl}}" />
    </Layout>
  );
}
