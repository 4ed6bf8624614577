import { Button, Text } from '@react-email/components';
import type { Language } from '#contract/language.ts';
import { BareAddress, Layout, Note } from './Layout.tsx';
import { styles } from './look.ts';
import type { MailWords } from './words.ts';

type Props = { kind: 'signIn' | 'invite'; language: Language; text: MailWords };

/** Signs an owner in, or invites a new one, by a link that works once. */
export function SignIn({ kind, language, text }: Props) {
  const words = text[kind];
  return (
    <Layout
      site={text.site}
      language={language}
      subject={words.subject}
      preview={words.preview}
      title={words.title}
      footer={
        <>
          <Note>{words.notYou}</Note>
          <Note>{text.footer.owner}</Note>
        </>
      }
    >
      <Text className="text" style={styles.text}>
        {words.why}
      </Text>
      <Button className="button" style={styles.button} href="{{signInUrl}}">
        {words.button}
      </Button>
      <BareAddress words={text.confirm.copy} url="{{signInUrl}}" />
    </Layout>
  );
}
