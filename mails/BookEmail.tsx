import { Button, Text } from '@react-email/components';
import type { Language } from '#contract/language.ts';
import { AskNews } from './AskNews.tsx';
import { BookFacts } from './BookFacts.tsx';
import { BareAddress, Layout } from './Layout.tsx';
import { styles } from './look.ts';
import { VisitorFooter } from './VisitorFooter.tsx';
import type { MailWords } from './words.ts';

/** Gives a person the book that was asked for: a link, what is behind it, and how long it works. */
export function BookEmail({ language, text }: { language: Language; text: MailWords }) {
  const { book, confirm } = text;
  return (
    <Layout
      site={text.site}
      language={language}
      subject={book.subject}
      preview={book.preview}
      title={book.title}
      footer={<VisitorFooter stop={book.stop} text={text} />}
    >
      <Text className="text" style={styles.text}>
        {book.why}
      </Text>
      <Button className="button" style={styles.button} href="{{bookUrl}}">
        {book.button}
      </Button>
      <BookFacts text={text} />
      <BareAddress words={confirm.copy} url="{{bookUrl}}" />
      <AskNews text={text} />
    </Layout>
  );
}
