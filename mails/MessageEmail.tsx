import { Text } from '@react-email/components';
import { OPTIONAL_FIELDS } from '#contract/contact.ts';
import type { Language } from '#contract/language.ts';
import { MAILS } from '#contract/mails.ts';
import { MailFact, Layout, Note, Where } from './Layout.tsx';
import { styles } from './look.ts';
import type { MailWords } from './words.ts';

/** The message first, then its sender, without empty fields. */
const FACTS = ['message', ...MAILS.message.filter((name) => name !== 'message')] as const;

/**
 * Brings the owner a message of the contact form. Text typed by a stranger never becomes a link.
 */
export function MessageEmail({ language, text }: { language: Language; text: MailWords }) {
  const { message, footer } = text;
  const { labels } = message;
  return (
    <Layout
      site={text.site}
      language={language}
      subject={message.subject}
      preview={message.preview}
      title={message.title}
      footer={<Note>{footer.owner}</Note>}
    >
      <Text className="text" style={styles.text}>
        {message.reply}
      </Text>
      <div className="text">
        {FACTS.map((name) => {
          const fact = <MailFact key={name} label={labels[name]} value={`{{${name}}}`} />;
          if (!OPTIONAL_FIELDS.some((field) => field === name)) return fact;
          return (
            <Where key={name} value={name}>
              {fact}
            </Where>
          );
        })}
      </div>
    </Layout>
  );
}
