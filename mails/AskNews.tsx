import { Hr, Text } from '@react-email/components';
import { oftenIn } from '#contract/newsletter.ts';
import { NamedLink, Note, Where } from './Layout.tsx';
import { styles } from './look.ts';
import type { MailWords } from './words.ts';

/** Whether the newsletter is wanted: a link, as the mail's button stays the mail's. Nothing without a newsletter. */
export function AskNews({ text: { news, site } }: { text: MailWords }) {
  if (site.newsletter === null) return null;
  return (
    <Where value="newsUrl">
      <Hr className="line" style={styles.line} data-skip-in-text="true" />
      <Text className="text" style={styles.question}>
        {news.question}
      </Text>
      <Note>{`${oftenIn(news.often, site.newsletter)} ${news.note}`}</Note>
      <Note>
        <NamedLink href="{{newsUrl}}">{news.link}</NamedLink>
      </Note>
    </Where>
  );
}
