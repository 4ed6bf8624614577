import { Button, Text } from '@react-email/components';
import type { Language } from '#contract/language.ts';
import { AskNews } from './AskNews.tsx';
import { BookFacts } from './BookFacts.tsx';
import { BareAddress, Layout, NamedLink, Note, Picture } from './Layout.tsx';
import { styles } from './look.ts';
import { VisitorFooter } from './VisitorFooter.tsx';
import type { MailWords } from './words.ts';

type Props = { language: Language; text: MailWords; book?: boolean };

/**
 * Announces the launch to everybody on the list, once. Title, text and button are the owner's; why it
 * was sent and how to unsubscribe are not. `book`: to those who asked for a book; the button downloads it.
 */
export function AnnouncementEmail({ language, text, book = false }: Props) {
  const { announcement, confirm } = text;
  const other = (
    <Note>
      <NamedLink href="{{otherUrl}}">{announcement.other}</NamedLink>
    </Note>
  );
  return (
    <Layout
      site={text.site}
      language={language}
      subject="{{subject}}"
      preview="{{preheader}}"
      title="{{heading}}"
      footer={
        <>
          <Note>{book ? announcement.whyBook : announcement.why}</Note>
          <VisitorFooter stop={announcement.stop} text={text} other={other} />
        </>
      }
    >
      <Picture />
      <Text className="text" style={styles.text}>
        {'{{body}}'}
      </Text>
      <Button className="button" style={styles.button} href={book ? '{{bookUrl}}' : '{{siteUrl}}'}>
        {'{{button}}'}
      </Button>
      {book && <BookFacts text={text} />}
      <BareAddress words={confirm.copy} url={book ? '{{bookUrl}}' : '{{copyUrl}}'} />
      <AskNews text={text} />
    </Layout>
  );
}
