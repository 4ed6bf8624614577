import { Button, Text } from '@react-email/components';
import { AskNews } from './AskNews.tsx';
import { BookFacts } from './BookFacts.tsx';
import { BareAddress, NamedLink, Note, Picture } from './Layout.tsx';
import { styles } from './look.ts';
import type { Mail, Mails } from './mail.ts';
import { VisitorFooter } from './VisitorFooter.tsx';
import type { MailWords } from './words.ts';

export const mails: Mails = {
  announcement: (text) => announcement(text, text.announcement.why),
  'announcement-book': (text) => announcement(text, text.announcement.whyBook, true),
};

/**
 * Announces the launch to everybody on the list, once. Title, text and button are the owner's; why it
 * was sent and how to unsubscribe are not. `book`: to those who asked for a book; the button downloads it.
 */
function announcement(text: MailWords, why: string, book = false): Mail {
  const other = (
    <Note>
      <NamedLink href="{{otherUrl}}">{text.announcement.other}</NamedLink>
    </Note>
  );
  return {
    subject: '{{subject}}',
    preview: '{{preheader}}',
    title: '{{heading}}',
    body: (
      <>
        <Picture />
        <Text className="text" style={styles.text}>
          {'{{body}}'}
        </Text>
        <Button className="button" style={styles.button} href={book ? '{{bookUrl}}' : '{{siteUrl}}'}>
          {'{{button}}'}
        </Button>
        {book && <BookFacts text={text} />}
        <BareAddress words={text.confirm.copy} url={book ? '{{bookUrl}}' : '{{copyUrl}}'} />
        <AskNews text={text} />
      </>
    ),
    footer: (
      <>
        <Note>{why}</Note>
        <VisitorFooter stop={text.announcement.stop} text={text} other={other} />
      </>
    ),
  };
}
