import { Button, Text } from '@react-email/components';
import type { Language } from '#contract/language.ts';
import { site } from '#site.config';
import { BareAddress, Layout, Note } from './Layout.tsx';
import { styles } from './look.ts';
import type { MailText } from './text/en.ts';

type Props = { kind: 'signIn' | 'invite'; language: Language; text: MailText };

/** Signs an owner in, or invites a new one, by a link that works once. */
export function SignIn({ kind, language, text }: Props) {
  const words = text[kind];
  const { name } = site.brand;
  return (
    <Layout
      language={language}
      subject={words.subject(name)}
      preview={words.preview}
      title={words.title}
      footer={
        <>
          <Note>{words.notYou}</Note>
          <Note>{text.footer.owner(name)}</Note>
        </>
      }
    >
      <Text className="text" style={styles.text}>
        {words.why(name)}
      </Text>
      <Button className="button" style={styles.button} href="{{signInUrl}}">
        {words.button}
      </Button>
      <BareAddress words={text.confirm.copy} url="{{signInUrl}}" />
    </Layout>
  );
}
