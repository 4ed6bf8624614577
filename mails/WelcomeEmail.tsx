import { Text } from '@react-email/components';
import type { Language } from '#contract/language.ts';
import { Layout, Note } from './Layout.tsx';
import { styles } from './look.ts';
import { VisitorFooter } from './VisitorFooter.tsx';
import type { MailWords } from './words.ts';

/** Welcomes a new reader of the newsletter, in the owner's words: a paragraph after each empty line. */
export function WelcomeEmail({ language, text }: { language: Language; text: MailWords }) {
  const { welcome, letter, site } = text;
  return (
    <Layout
      site={site}
      language={language}
      subject={welcome.subject}
      preview={welcome.preview}
      title={welcome.title}
      footer={
        <>
          <Note>{letter.why}</Note>
          <VisitorFooter stop={letter.stop} text={text} />
        </>
      }
    >
      {welcome.text.split(/\n\s*\n/).map((paragraph, n) => (
        <Text key={n} className="text" style={styles.text}>
          {paragraph}
        </Text>
      ))}
    </Layout>
  );
}
