import { Button, Text } from '@react-email/components';
import { AskNews } from './AskNews.tsx';
import { BookFacts } from './BookFacts.tsx';
import { BareAddress } from './Layout.tsx';
import { styles } from './look.ts';
import type { Mails } from './mail.ts';
import { VisitorFooter } from './VisitorFooter.tsx';

export const mails: Mails = {
  /** Gives a person the book that was asked for: a link, what is behind it, and how long it works. */
  book: (text) => ({
    ...text.book,
    body: (
      <>
        <Text className="text" style={styles.text}>
          {text.book.why}
        </Text>
        <Button className="button" style={styles.button} href="{{bookUrl}}">
          {text.book.button}
        </Button>
        <BookFacts text={text} />
        <BareAddress words={text.confirm.copy} url="{{bookUrl}}" />
        <AskNews text={text} />
      </>
    ),
    footer: <VisitorFooter stop={text.book.stop} text={text} />,
  }),
};
