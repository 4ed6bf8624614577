import { Text } from '@react-email/components';
import { Note } from './Layout.tsx';
import { styles } from './look.ts';
import type { Mails } from './mail.ts';
import { VisitorFooter } from './VisitorFooter.tsx';

export const mails: Mails = {
  /** Welcomes a new reader of the newsletter, in the owner's words: a paragraph after each empty line. */
  welcome: (text) => ({
    ...text.welcome,
    body: text.welcome.text.split(/\n\s*\n/).map((paragraph, n) => (
      <Text key={n} className="text" style={styles.text}>
        {paragraph}
      </Text>
    )),
    footer: (
      <>
        <Note>{text.letter.why}</Note>
        <VisitorFooter stop={text.letter.stop} text={text} />
      </>
    ),
  }),
};
