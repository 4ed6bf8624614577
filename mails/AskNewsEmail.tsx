import { Button, Text } from '@react-email/components';
import { oftenIn } from '#contract/newsletter.ts';
import { BareAddress } from './Layout.tsx';
import { styles } from './look.ts';
import type { Mails } from './mail.ts';
import { VisitorFooter } from './VisitorFooter.tsx';

export const mails: Mails = {
  /** Asks a person on the list whether they want the newsletter, after somebody sent its form with their address. */
  'ask-news': (text) => ({
    ...text['ask-news'],
    body: (
      <>
        <Text className="text" style={styles.text}>
          {`${text['ask-news'].why} ${oftenIn(text.news.often, text.site.newsletter)}`}
        </Text>
        <Button className="button" style={styles.button} href="{{newsUrl}}">
          {text['ask-news'].button}
        </Button>
        <BareAddress words={text.confirm.copy} url="{{newsUrl}}" />
      </>
    ),
    footer: <VisitorFooter stop={text.book.stop} text={text} />,
  }),
};
