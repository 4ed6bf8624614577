import { Button, Text } from '@react-email/components';
import type { Language } from '#contract/language.ts';
import { site } from '#site.config';
import { BookFacts } from './BookFacts.tsx';
import { BareAddress, Layout } from './Layout.tsx';
import { styles } from './look.ts';
import type { MailText } from './text/en.ts';
import { VisitorFooter } from './VisitorFooter.tsx';

/** Sends the requested book: a link, what it leads to, and how long it works. */
export function Book({ language, text }: { language: Language; text: MailText }) {
  const { book, confirm } = text;
  return (
    <Layout
      language={language}
      subject={book.subject(site.brand.name)}
      preview={book.preview}
      title={book.title}
      footer={<VisitorFooter stop={book.stop} text={text} />}
    >
      <Text className="text" style={styles.text}>
        {book.why(site.brand.name)}
      </Text>
      <Button className="button" style={styles.button} href="{{bookUrl}}">
        {book.button}
      </Button>
      <BookFacts text={text} />
      <BareAddress words={confirm.copy} url="{{bookUrl}}" />
    </Layout>
  );
}
