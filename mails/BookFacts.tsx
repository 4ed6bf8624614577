import { Text } from '@react-email/components';
import { Fact } from './Layout.tsx';
import { styles } from './look.ts';
import type { MailText } from './text/en.ts';

/** What the link of a book leads to, and how long it works. */
export function BookFacts({ text: { book } }: { text: MailText }) {
  return (
    <>
      <Text className="text" style={{ ...styles.text, margin: '28px 0' }}>
        {book.until}
      </Text>
      <Fact label={book.labels.language} value="{{language}}" />
      <Fact label={book.labels.kind} value="{{kind}}" />
    </>
  );
}
