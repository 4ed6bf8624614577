import { Button, Text } from '@react-email/components';
import type { Language } from '#contract/language.ts';
import { oftenIn } from '#contract/newsletter.ts';
import { BareAddress, Layout } from './Layout.tsx';
import { styles } from './look.ts';
import { VisitorFooter } from './VisitorFooter.tsx';
import type { MailWords } from './words.ts';

/** Asks a person on the list whether they want the newsletter, after somebody sent its form with their address. */
export function AskNewsEmail({ language, text }: { language: Language; text: MailWords }) {
  const { news, site, 'ask-news': asks } = text;
  return (
    <Layout
      site={site}
      language={language}
      subject={asks.subject}
      preview={asks.preview}
      title={asks.title}
      footer={<VisitorFooter stop={text.book.stop} text={text} />}
    >
      <Text className="text" style={styles.text}>
        {`${asks.why} ${oftenIn(news.often, site.newsletter)}`}
      </Text>
      <Button className="button" style={styles.button} href="{{newsUrl}}">
        {asks.button}
      </Button>
      <BareAddress words={text.confirm.copy} url="{{newsUrl}}" />
    </Layout>
  );
}
