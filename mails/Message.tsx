import { Text } from '@react-email/components';
import type { Language } from '#contract/language.ts';
import { site } from '#site.config';
import { Fact, Layout, Note } from './Layout.tsx';
import { styles } from './look.ts';
import type { MailText } from './text/en.ts';

/**
 * Brings the owner what somebody wrote in the contact form. What a stranger typed is never made a link.
 */
export function Message({ language, text }: { language: Language; text: MailText }) {
  const { message, footer } = text;
  const { labels } = message;
  return (
    <Layout
      language={language}
      subject={message.subject}
      preview={message.preview}
      title={message.title}
      footer={<Note>{footer.owner(site.brand.name)}</Note>}
    >
      <Text className="text" style={styles.text}>
        {message.reply}
      </Text>
      <Fact label={labels.message} value="{{message}}" />
      <Fact label={labels.name} value="{{name}}" />
      <Fact label={labels.company} value="{{company}}" />
      <Fact label={labels.email} value="{{email}}" />
      <Fact label={labels.phone} value="{{phone}}" />
      <Fact label={labels.website} value="{{website}}" />
      <Fact label={labels.receivedAt} value="{{receivedAt}}" />
    </Layout>
  );
}
