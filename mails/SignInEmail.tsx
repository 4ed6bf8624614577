import { Button, Text } from '@react-email/components';
import { BareAddress, Note } from './Layout.tsx';
import { styles } from './look.ts';
import type { Mail, Mails } from './mail.ts';
import type { MailWords } from './words.ts';

export const mails: Mails = {
  'sign-in': (text) => link(text['sign-in'], text),
  invite: (text) => link(text.invite, text),
};

/** Signs an owner in, or invites a new one, by a link that works once. */
function link(words: MailWords['invite'], text: MailWords): Mail {
  return {
    ...words,
    body: (
      <>
        <Text className="text" style={styles.text}>
          {words.why}
        </Text>
        <Button className="button" style={styles.button} href="{{signInUrl}}">
          {words.button}
        </Button>
        <BareAddress words={text.confirm.copy} url="{{signInUrl}}" />
      </>
    ),
    footer: (
      <>
        <Note>{words.notYou}</Note>
        <Note>{text.footer.owner}</Note>
      </>
    ),
  };
}
