import { Text } from '@react-email/components';
import type { Language } from '#contract/language.ts';
import { MAILS } from '#contract/mails.ts';
import { site } from '#site.config';
import { Fact, Layout, Note } from './Layout.tsx';
import { styles } from './look.ts';
import type { MailText } from './text/en.ts';

/** The message first, then its writer. */
const FACTS = ['message', ...MAILS.message.filter((name) => name !== 'message')] as const;

/**
 * Brings the owner a message of the contact form. Text that a stranger typed is never made a link.
 */
export function Message({ language, text }: { language: Language; text: MailText }) {
  const { message, footer } = text;
  const { labels } = message;
  return (
    <Layout
      language={language}
      subject={message.subject(site.brand.name)}
      preview={message.preview}
      title={message.title}
      footer={<Note>{footer.owner(site.brand.name)}</Note>}
    >
      <Text className="text" style={styles.text}>
        {message.reply}
      </Text>
      {FACTS.map((fact) => (
        <Fact key={fact} label={labels[fact]} value={`{{${fact}}}`} />
      ))}
    </Layout>
  );
}
