import { Text } from '@react-email/components';
import type { Language } from '#contract/language.ts';
import { Layout, Note } from './Layout.tsx';
import { styles } from './look.ts';
import type { MailWords } from './words.ts';

/** Shows an owner that emails arrive. */
export function Test({ language, text }: { language: Language; text: MailWords }) {
  const { subject, preview, title, why } = text.test;
  return (
    <Layout
      site={text.site}
      language={language}
      subject={subject}
      preview={preview}
      title={title}
      footer={<Note>{text.footer.owner}</Note>}
    >
      <Text className="text" style={styles.text}>
        {why}
      </Text>
    </Layout>
  );
}
