import { Text } from '@react-email/components';
import { MailFact } from './Layout.tsx';
import { styles } from './look.ts';
import type { MailWords } from './words.ts';

/** What is behind the link of a book, and how long it works. */
export function BookFacts({ text: { book } }: { text: MailWords }) {
  return (
    <>
      <Text className="text" style={{ ...styles.text, margin: '28px 0' }}>
        {book.until}
      </Text>
      <MailFact label={book.labels.language} value="{{language}}" />
      <MailFact label={book.labels.kind} value="{{kind}}" />
    </>
  );
}
