import { Text } from '@react-email/components';
import { Fact } from './Layout.tsx';
import { styles } from './look.ts';
import type { Words } from './words.ts';

/** What is behind the link of a book, and how long it works. */
export function BookFacts({ text: { book } }: { text: Words }) {
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
