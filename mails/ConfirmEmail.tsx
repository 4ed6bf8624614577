import { Button, Text } from '@react-email/components';
import { BareAddress } from './Layout.tsx';
import { styles } from './look.ts';
import type { Mail, Mails } from './mail.ts';
import { VisitorFooter } from './VisitorFooter.tsx';
import type { MailWords } from './words.ts';

export const mails: Mails = {
  confirm: (text) => asks(text.confirm, text),
  /** The second request. */
  reminder: (text) => asks({ ...text.confirm, ...text.reminder }, text),
};

/** Asks a subscriber to confirm the address. Says what was asked for, what happens otherwise, and how to unsubscribe. */
function asks(confirm: MailWords['confirm'], text: MailWords): Mail {
  return {
    ...confirm,
    body: (
      <>
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
      </>
    ),
    footer: <VisitorFooter stop={confirm.stop} text={text} />,
  };
}
