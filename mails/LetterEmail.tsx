import { Button, Text } from '@react-email/components';
import type { Language } from '#contract/language.ts';
import { Layout, Note, Picture, Where } from './Layout.tsx';
import { styles } from './look.ts';
import { VisitorFooter } from './VisitorFooter.tsx';
import type { MailWords } from './words.ts';

/** A newsletter: its words are the owner's; why it was sent and how to leave are not. */
export function LetterEmail({ language, text }: { language: Language; text: MailWords }) {
  const { letter, site } = text;
  return (
    <Layout
      site={site}
      language={language}
      subject="{{subject}}"
      preview="{{preheader}}"
      title="{{heading}}"
      lang="{{lang}}"
      footer={
        <>
          <Note>{letter.why}</Note>
          <VisitorFooter stop={letter.stop} text={text} />
        </>
      }
    >
      <Where value="onlyIn">
        <Note>{letter.only}</Note>
      </Where>
      <div lang="{{lang}}">
        <Picture />
        <Text className="text" style={styles.text}>
          {'{{body}}'}
        </Text>
        <Where value="button">
          <Button className="button" style={styles.button} href="{{buttonUrl}}">
            {'{{button}}'}
          </Button>
        </Where>
      </div>
    </Layout>
  );
}
